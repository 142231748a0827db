import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { layoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts';
import { confirmAddress, mailAbout } from '../support/mail.ts';
import { chooseAction } from '../support/pages/snapshots.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const BEA = { name: 'Bea', email: 'bea@example.com' };

async function requestInDashboard(page: Page, { name, email } = BEA): Promise<void> {
  await page.goto('/dashboard');
  await chooseAction(page, 'Checkout', 'Request review');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Deadline').fill('2099-12-31');
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Mostly the basket');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Review Requested')).toBeVisible();
}

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Reviews' });
const showReviews = (page: Page) => page.getByRole('tab', { name: 'Reviews' }).click();
const gate = (page: Page) => page.getByRole('heading', { name: 'Password Protected' });

test('a reviewer answers from a mail, without account and password, and the owner sees it live', async ({
  owner,
  enterAs,
  visitor,
  mailbox,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder, '--name', 'Checkout');
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  await requestInDashboard(page);

  const mail = await mailAbout(mailbox, BEA.email, 'Ada asks you to review “Checkout”');
  expect(mail.text).not.toContain(staged.password ?? 'no password');
  await page.goto(staged.url);
  await showReviews(page);
  await expect(panel(page)).toContainText('0 of 1 responded');
  await expect(panel(page)).toContainText('Not started');

  await visitor.goto(mail.link);
  const task = visitor.getByRole('complementary', { name: 'Your review' });
  await expect(task).toContainText('Ada asks for your review');
  await expect(task).toContainText('“Mostly the basket”');
  await expect(visitor).toHaveURL(staged.url);
  await expect(previewOf(visitor).getByRole('heading').first()).toBeVisible();
  await expect(panel(page)).toContainText('Not started');

  await task.getByRole('button', { name: 'Request changes' }).click();
  await expect(panel(page)).toContainText('Reviewing');
  const form = visitor.getByRole('dialog', { name: 'Request changes' });
  await form.getByRole('button', { name: 'Request changes' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please provide feedback before submitting');
  await form.getByRole('textbox', { name: 'Feedback' }).fill('The total is missing');
  await form.getByRole('button', { name: 'Request changes' }).click();
  await expect(visitor.getByText('Review submitted')).toBeVisible();
  await expect(task).toContainText('You requested changes to version 1');
  await showReviews(visitor);

  await expect(panel(page)).toContainText('The total is missing');
  await expect(panel(page)).toContainText('Completed');
  await expect(panel(page)).toContainText('on version 1');
  const decisionMail = await mailAbout(mailbox, owner.account.email, 'Bea requested changes to “Checkout”');
  expect(decisionMail.text).toContain('The review is completed.');
  const fromMail = await page.context().newPage();
  await fromMail.goto(decisionMail.link);
  await expect(panel(fromMail)).toContainText('The total is missing');
  await fromMail.close();

  await writeFile(path.join(folder, 'new.html'), '<h1>New</h1>');
  await owner.stage(folder);
  for (const each of [page, visitor]) {
    await expect(panel(each)).toContainText('For version 1. Version 2 is newer.');
  }
});

test('a cancelled review shuts its reviewer’s door, and makes room for another', async ({
  owner,
  enterAs,
  visitor,
  mailbox,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  await page.goto(staged.url);
  await showReviews(page);
  await panel(page).getByRole('button', { name: 'Request review' }).click();
  await panel(page).getByRole('button', { name: 'Send request' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('Please add at least one reviewer');
  await panel(page).getByRole('textbox', { name: 'Name' }).fill('Cem');
  await panel(page).getByRole('textbox', { name: 'Email' }).fill('cem@example.com');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Send request' }).click();
  await expect(panel(page)).toContainText('Review Requested');

  const { link } = await mailAbout(mailbox, 'cem@example.com', 'Ada asks you to review “Checkout”');
  await visitor.goto(link);
  await expect(visitor.getByText('Ada asks for your review')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel review' }).click();
  await expect(panel(page)).toContainText('Review cancelled');
  await expect(gate(visitor)).toBeVisible();
  await mailAbout(mailbox, 'cem@example.com', 'The review of “Checkout” was cancelled');

  await visitor.goto('about:blank');
  await visitor.goto(link);
  await expect(visitor.getByRole('alert')).toContainText('This review link no longer works.');
  await visitor.getByRole('button', { name: 'Open the snapshot' }).click();
  await expect(gate(visitor)).toBeVisible();
  expect(new URL(visitor.url()).hash).toBe('');

  await panel(page).getByRole('button', { name: 'Request review' }).click();
  await expect(panel(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('a visitor who was not asked sees no reviews', async ({ owner, visitor, prototype }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--name', 'Checkout', '--no-password');
  await openLink(visitor, staged);
  await expect(visitor.getByRole('tab', { name: 'Comments' })).toBeVisible();
  await expect(visitor.getByRole('tab', { name: 'Reviews' })).toHaveCount(0);
});

test('a reviewer’s visit begins with the task and its two answers, on a phone below the prototype', async ({
  owner,
  enterAs,
  visitor,
  mailbox,
  prototype,
}) => {
  await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  await requestInDashboard(page);
  const mail = await mailAbout(mailbox, BEA.email, 'Ada asks you to review “Checkout”');
  const task = visitor.getByRole('complementary', { name: 'Your review' });
  const approve = task.getByRole('button', { name: 'Approve' });
  const fillOf = (button: Locator) => button.evaluate((one) => getComputedStyle(one).backgroundColor);

  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.goto(mail.link);
  await expect(task).toContainText('Ada asks for your review');
  const comment = visitor.getByRole('banner').getByRole('button', { name: 'Comment' });
  expect(await fillOf(comment)).not.toBe(await fillOf(approve));

  await recordLayoutShifts(visitor);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await visitor.setViewportSize(viewport);
    await visitor.reload();
    await expect(approve).toBeVisible();
    await expect(previewOf(visitor).getByRole('heading').first()).toBeVisible();
    expect(await layoutShifts(visitor)).toEqual([]);
  }

  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const dock = await boxOf(task);
  const stage = await boxOf(visitor.locator('#stage'));
  expect(stage.y + stage.height).toBeLessThanOrEqual(dock.y);
  expect((await boxOf(approve)).height).toBeGreaterThanOrEqual(44);
  await approve.click();
  const form = visitor.getByRole('dialog', { name: 'Approve' });
  await expect(form.getByRole('textbox', { name: 'Feedback' })).toBeFocused();
  expect(await accessibilityViolations(visitor)).toEqual([]);
  await visitor.keyboard.type('Good as it is');
  await form.getByRole('button', { name: 'Approve' }).click();
  await expect(task).toContainText('You approved version 1');
});
