import { expect, type Page } from '@playwright/test';
import { captureFrom } from '../browserExtension.ts';

/** Waits until the page is read and can be captured. */
export const untilRead = (popup: Page): Promise<void> =>
  expect(popup.getByRole('button', { name: /^Capture( all)?$/ })).toBeEnabled();

/** Captures without a password. Returns the link. */
export async function capturePublicly(popup: Page): Promise<string> {
  await untilRead(popup);
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  return captureFrom(popup);
}
