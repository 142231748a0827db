import type { Page } from '@playwright/test';

/** Drags a folder of this machine over a point of the page; the returned function lets go of it. */
export async function dragFolder(
  page: Page,
  folder: string,
  { x, y } = { x: 600, y: 400 },
): Promise<() => Promise<void>> {
  // Playwright has no dragging from outside the page; Chromium's own protocol has.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  await drag('dragEnter');
  await drag('dragOver');
  return async () => {
    await drag('drop');
    await session.detach();
  };
}
