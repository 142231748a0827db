import { expect, type Page } from '@playwright/test';

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });

/** Opens the panel with the button in the bar. */
export async function openAssistant(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'AI UX Assistant' }).click();
  await expect(panel(page)).toBeVisible();
}
