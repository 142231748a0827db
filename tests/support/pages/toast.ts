import type { Locator, Page } from '@playwright/test';

/** The message that tells what became of an action. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });
