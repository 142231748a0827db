import type { Page } from '@playwright/test';

/** Types the password of a snapshot. */
export async function passGate(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
