import { expect, type Page } from '@playwright/test';

/** Drags a local folder over a point of the page; the returned function drops it. */
export async function dragFolder(
  page: Page,
  folder: string,
  { x, y } = { x: 600, y: 400 },
): Promise<() => Promise<void>> {
  // Playwright cannot drag from outside the page; Chromium's protocol can.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  // Until the page has accepted the drag, the browser ignores a drop.
  const accepted = await page.evaluateHandle(() => {
    const state = { byPage: false };
    // Looks once all listeners have run: the page's own may have been added after this one.
    window.addEventListener('dragover', (event) =>
      setTimeout(() => {
        state.byPage ||= event.defaultPrevented;
      }),
    );
    return state;
  });
  await drag('dragEnter');
  const isAccepted = async () => {
    // A drag repeats this while it is over a page.
    await drag('dragOver');
    return accepted.evaluate(({ byPage }) => byPage);
  };
  await expect.poll(isAccepted).toBe(true);
  return async () => {
    await drag('drop');
    await session.detach();
  };
}
