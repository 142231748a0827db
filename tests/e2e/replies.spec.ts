import { mailAbout } from '../support/mail.ts';
import { pageCommentField } from '../support/pages/comments.ts';
import { expect, test } from '../support/story.ts';

test('a visitor leaves an address for replies, confirms it by mail, and can stop the mails', async ({
  owner,
  visitor: page,
  prototype,
  mailbox,
}) => {
  const { url } = await owner.stage(await prototype('multi-page'), '--no-password', '--name', 'Checkout');
  await page.goto(url);
  await pageCommentField(page).fill('Too big');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Gus');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();

  const replies = page.getByRole('region', { name: 'Replies by email' });
  await replies.getByRole('button', { name: 'Email me replies' }).click();
  await replies.getByRole('textbox').fill('gus@example.com');
  await page.keyboard.press('Enter');
  await expect(replies).toContainText('Open the link we emailed to gus@example.com');

  const mail = await mailAbout(mailbox, 'gus@example.com', 'Confirm that you want replies by email');
  const tab = await page.context().newPage();
  await tab.goto(mail.link);
  await tab.getByRole('button', { name: 'Confirm' }).click();
  await expect(tab.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.reload();
  await expect(replies).toContainText('Replies are emailed to gus@example.com.');

  const stop = /Unsubscribe: (\S+)/.exec(mail.text)?.[1] ?? '';
  await tab.goto(stop);
  await tab.getByRole('button', { name: 'Stop all emails to this address' }).click();
  await expect(tab.getByRole('heading', { name: 'These emails are stopped' })).toBeVisible();
  await page.reload();
  await expect(replies.getByRole('button', { name: 'Email me replies' })).toBeVisible();
});
