import type { Locator, Page } from '@playwright/test';
import { previewOf } from '../story.ts';
import { boxOf } from './boxes.ts';

/** Returns a heading of the prototype. */
export const headingIn = (page: Page, name: string | RegExp): Locator =>
  previewOf(page).getByRole('heading', { name, exact: true });

/** How large the preview is drawn, and where it is. */
export async function drawnPreview(page: Page): Promise<{ x: number; y: number; scale: number }> {
  const width = await previewOf(page)
    .locator('html')
    .evaluate(() => window.innerWidth);
  const frame = await boxOf(page.locator('#preview'));
  return { x: frame.x, y: frame.y, scale: frame.width / width };
}

/** Returns where on the screen the middle of an element of the prototype is, also where it is drawn smaller. */
export async function middleIn(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const element = previewOf(page).locator(selector);
  await boxOf(element);
  const middle = await element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const { x, y, scale } = await drawnPreview(page);
  return { x: x + middle.x * scale, y: y + middle.y * scale };
}

/** Clicks the middle of an element of the prototype. */
export async function clickIn(page: Page, selector: string): Promise<void> {
  const { x, y } = await middleIn(page, selector);
  await page.mouse.click(x, y);
}

/** The field in the header that shows where in the prototype the user is. */
export const routeField = (page: Page): Locator =>
  page.getByRole('banner').getByRole('textbox', { name: 'Path in the prototype' });

/** The button in the header that starts picking. */
export const commentButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Comment' });
