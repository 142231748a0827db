import type { Page } from '@playwright/test';
import { type Account, PASSWORD } from './stagelink.ts';
import { expect, type Mailbox } from './story.ts';

/** The next mail to somebody that is about this. */
export async function mailAbout(mailbox: Mailbox, email: string, subject: string) {
  for (;;) {
    const mail = await mailbox.next(email);
    if (mail.subject === subject) return mail;
  }
}

/** Somebody confirms their address, as they must before strangers are mailed in their name. */
export async function confirmAddress(page: Page, mailbox: Mailbox, { email }: Account): Promise<void> {
  const { link } = await mailAbout(mailbox, email, 'Confirm your email address');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const field = page.getByLabel('Password of the account', { exact: true });
  const done = page.getByText('Your email address is confirmed.');
  await expect(field.or(done)).toBeVisible();
  if (await field.isVisible()) {
    // Nobody is signed in to the account here.
    await field.fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await expect(done).toBeVisible();
}
