import type { Locator, Page } from '@playwright/test';

/** Returns the position and size of an element, which must be visible. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not visible');
  return box;
}

/** Returns the middle of an element in the window. */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(element);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Whether the page needs no scrolling sideways. */
export const fitsWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
