import type { Page } from '@playwright/test';
import type { Account } from './stagelink.ts';
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
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
}
