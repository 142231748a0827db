import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../stagelink.ts';

/** Fills in the page for new accounts and sends it. */
export async function signUp(
  page: Page,
  { name = 'Ada', email = `${randomUUID()}@example.com` } = {},
): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Fills in the sign-in page, or the one in a frame, and sends it. */
export async function logIn(
  page: Pick<Page, 'getByRole' | 'getByLabel'>,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
