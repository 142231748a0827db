import type { Page } from '@playwright/test';
import { type Account, PASSWORD } from './stagelink.ts';
import { expect, type Mailbox } from './story.ts';

/** Returns the next email to an address with this subject. */
export async function mailAbout(mailbox: Mailbox, email: string, subject: string) {
  for (;;) {
    const mail = await mailbox.next(email);
    if (mail.subject === subject) return mail;
  }
}

/** Confirms a user's email address, which is required before email is sent to people without an account. */
export async function confirmAddress(page: Page, mailbox: Mailbox, { email }: Account): Promise<void> {
  const { link } = await mailAbout(mailbox, email, 'Confirm your email address');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const field = page.getByLabel('Password of the account', { exact: true });
  const done = page.getByText('Your email address is confirmed.');
  await expect(field.or(done)).toBeVisible();
  if (await field.isVisible()) {
    // The account is signed out here.
    await field.fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await expect(done).toBeVisible();
}
