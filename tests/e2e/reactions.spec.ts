import type { Locator } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openThread, pageCommentField, threadBy } from '../support/pages/comments.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const reaction = (within: Locator, name: string) => within.getByRole('button', { name });

test('an owner reacts with keys, a visitor on a phone by touch, and both see it at once', async ({
  browser,
  server,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  const box = pageCommentField(ada);
  await box.fill('Bigger headline?');
  await box.press('Control+Enter');
  const adas = threadBy(ada, 'Ada');
  await expect(reaction(adas, 'Add a reaction')).toBeVisible();

  // The keyboard opens the menu, steps to the second and chooses it; the focus returns.
  await reaction(adas, 'Add a reaction').focus();
  await ada.keyboard.press('Enter');
  await expect(ada.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toBeFocused();
  await ada.keyboard.press('ArrowRight');
  await ada.keyboard.press('Enter');
  await expect(reaction(adas, 'Add a reaction')).toBeFocused();
  await expect(reaction(adas, 'You reacted with heart')).toHaveAttribute('aria-pressed', 'true');

  const context = await browser.newContext({ ...PHONE, baseURL: server.url });
  const grace = await context.newPage();
  await openLink(grace, staged);
  await expect(previewOf(grace).locator('h1')).toBeVisible();
  await grace.getByRole('button', { name: 'Show 1 unresolved thread' }).tap();
  const graces = threadBy(grace, 'Ada');
  await openThread(grace, 'Ada');
  await reaction(graces, '1 person reacted with heart').tap();
  await expect(reaction(graces, '2 people reacted with heart, including you')).toBeVisible();
  await reaction(graces, 'Add a reaction').tap();
  const eyes = grace.getByRole('menuitemcheckbox', { name: 'Eyes' });
  const target = await eyes.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect((target?.x ?? 0) + (target?.width ?? 0)).toBeLessThanOrEqual(390);
  await eyes.tap();

  // The owner sees it without a reload.
  const hearts = reaction(adas, '2 people reacted with heart, including you');
  await expect(hearts).toHaveAttribute('title', 'Anonymous and you');
  await expect(reaction(adas, '1 person reacted with eyes')).toBeVisible();
  expect(await accessibilityViolations(ada)).toEqual([]);
  expect(await accessibilityViolations(grace)).toEqual([]);

  // Pressing again takes it back, for both.
  await hearts.click();
  await expect(reaction(graces, 'You reacted with heart')).toBeVisible();
  // The address keeps the open thread.
  await grace.reload();
  await expect(reaction(threadBy(grace, 'Ada'), 'You reacted with eyes')).toBeVisible();
  await context.close();
});

test('a reaction that the server does not take is taken back with a sentence', async ({
  visitor,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  const box = pageCommentField(ada);
  await box.fill('Bigger headline?');
  await box.press('Control+Enter');
  await openLink(visitor, staged);
  const theirs = threadBy(visitor, 'Ada');
  await openThread(visitor, 'Ada');
  await visitor.route('**/reactions/*', (route) => route.abort());
  await reaction(theirs, 'Add a reaction').click();
  await visitor.getByRole('menuitemcheckbox', { name: 'Party popper' }).click();
  await expect(theirs.getByRole('alert')).toHaveText('Failed to save your reaction. Please try again.');
  await expect(reaction(theirs, 'You reacted with party popper')).toBeHidden();
});
