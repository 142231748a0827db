import { accessibilityViolations } from '../support/accessibility.ts';
import { openThread, pageCommentField, threadBy } from '../support/pages/comments.ts';
import { signUp } from '../support/stagelink.ts';
import { expect, openLink, test } from '../support/story.ts';

const PHONE = { width: 390, height: 844 };

test('an owner assigns a thread with a day that has passed; the assignee sees it at once and is notified', async ({
  server,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const bob = await signedIn(await signUp(server.url, 'Bob'));
  await openLink(bob, staged);
  const box = pageCommentField(bob);
  await box.fill('The headline is too long');
  await box.press('Control+Enter');
  await expect(threadBy(bob, 'Bob').getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(threadBy(bob, 'Bob').getByRole('button', { name: 'Assign' })).toBeHidden();

  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  const theirs = threadBy(ada, 'Bob');
  await openThread(ada, 'Bob');
  await theirs.getByRole('button', { name: 'Assign' }).focus();
  await ada.keyboard.press('Enter');
  const form = ada.getByRole('dialog', { name: 'Assign this thread' });
  await form.getByLabel('Assigned to').selectOption({ label: 'Bob' });
  await form.getByLabel('Due date').fill('2026-01-05');
  expect(await accessibilityViolations(ada)).toEqual([]);
  await ada.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(theirs.getByText('Assigned to Bob')).toBeVisible();
  await expect(theirs.getByText(/^Due 5 Jan.*, overdue$/)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Assign' })).toBeFocused();

  await expect(threadBy(bob, 'Bob').getByText('Assigned to you')).toBeVisible();
  await bob.goto('/dashboard');
  await bob.getByRole('button', { name: /^Notifications, / }).click();
  await expect(bob.getByText('Ada assigned a comment to you on “multi-page”')).toBeVisible();

  // On a phone, and no longer overdue once it is resolved.
  await ada.setViewportSize(PHONE);
  await openLink(ada, staged);
  await ada.getByRole('button', { name: 'Show 1 unresolved thread' }).click();
  await expect(theirs.getByText(/, overdue$/)).toBeVisible();
  await openThread(ada, 'Bob');
  await theirs.getByRole('button', { name: 'Assign' }).click();
  await form.getByLabel('Assigned to').selectOption({ label: 'Ada (you)' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Assigned to you')).toBeVisible();
  await ada.getByRole('button', { name: 'All Comments' }).click();
  await theirs.getByRole('button', { name: 'Resolve' }).click();
  await expect(theirs.getByText(/^Due 5 Jan( 2026)?$/)).toBeVisible();

  const { stdout } = await owner.run('comments', 'list', staged.url, '--all');
  expect(stdout).toContain('assigned to Ada');
});
