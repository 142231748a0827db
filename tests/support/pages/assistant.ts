import { expect, type Page } from '@playwright/test';
import { previewOf } from '../story.ts';

export const assistantPanel = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });

/** Opens the panel with the button in the bar. */
export async function openAssistant(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'AI UX Assistant' }).click();
  await expect(assistantPanel(page)).toBeVisible();
}

export const assistantAlert = (page: Page) => assistantPanel(page).getByRole('alert');

export const messageField = (page: Page) => assistantPanel(page).getByRole('textbox', { name: 'Message' });

export const analyze = (page: Page) =>
  assistantPanel(page).getByRole('button', { name: 'Analyze this page' }).click();

/** Waits for the page of the shop in the preview, which the assistant reads, and opens the panel. */
export async function openShopAssistant(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(previewOf(page).getByRole('button', { name: 'Pay now' })).toBeVisible();
  await openAssistant(page);
}

/** Opens the shop and has its page analyzed. */
export async function analyzeShop(page: Page, url: string): Promise<void> {
  await openShopAssistant(page, url);
  await analyze(page);
  await expect(messageField(page)).toBeVisible();
}
