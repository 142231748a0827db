import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { type CodingAgent, codingAgent } from '../support/codingAgent.ts';
import { boxOf } from '../support/pages/boxes.ts';
import { composer, openThread, pageCommentField, pickForComment } from '../support/pages/comments.ts';
import { toast } from '../support/pages/toast.ts';
import { expect, openLink, test } from '../support/story.ts';

const thread = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Gus, a visitor, comments on an element. */
async function commentAsGus(page: Page, selector: string, text: string): Promise<void> {
  await pickForComment(page, selector);
  await page.keyboard.type(text);
  await composer(page).getByRole('textbox', { name: 'Your name' }).fill('Gus');
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  await expect(thread(page, text)).toBeVisible();
}

async function replaceIn(folder: string, before: string, after: string): Promise<void> {
  const file = path.join(folder, 'index.html');
  await writeFile(file, (await readFile(file, 'utf8')).replace(before, after));
}

/** The whole picture is to be seen, and nothing but a margin beside it. */
async function expectPictureFills(dialog: Locator, name: string): Promise<void> {
  const picture = dialog.getByRole('img', { name });
  await expect(picture).toBeVisible();
  await expect.poll(async () => (await boxOf(dialog)).width - (await boxOf(picture)).width).toBeLessThan(60);
  const [outer, inner] = [await boxOf(dialog), await boxOf(picture)];
  expect(outer.y + outer.height).toBeGreaterThan(inner.y + inner.height);
}

interface Received {
  agent: string;
  cursor: string;
  threads: { id: string; text: string; work: { state: string } }[];
}

const waitFor = async (agent: CodingAgent, input: object) =>
  (await agent.use('wait_for_feedback', { seconds: 60, ...input })) as unknown as Received;

test('a comment reaches an agent, which proposes, changes and stages; its author confirms, or says what is missing', async ({
  server,
  owner,
  visitor: gus,
  signedIn,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder, '--no-password', '--name', 'Osterlund');
  const { snapshotId } = staged;
  await openLink(gus, staged);
  await commentAsGus(gus, 'h1', 'Shorter, please');

  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await expect(thread(ada, 'Shorter, please')).toBeVisible();
  const agent = await codingAgent(server.url, owner.account, folder);
  const waiting = waitFor(agent, { snapshot: snapshotId });
  await expect(ada.getByText('Claude Code is watching')).toBeAttached();

  // Sent by keyboard; everyone sees it without a reload.
  await openThread(ada, 'Gus');
  await thread(ada, 'Shorter, please').getByRole('button', { name: 'Send to the agent' }).focus();
  await ada.keyboard.press('Enter');
  await expect(thread(ada, 'Shorter, please').getByText('Sent', { exact: true })).toBeVisible();
  await expect(thread(gus, 'Shorter, please').getByText('Sent', { exact: true })).toBeVisible();
  const first = await waiting;
  expect(first.threads).toMatchObject([{ text: 'Shorter, please' }]);
  const [{ id }] = first.threads as [Received['threads'][number]];

  const plan = { text: 'Cut the headline to four words', marks: [{ thread: id, label: 'becomes shorter' }] };
  await agent.use('propose', { comment: id, agent: first.agent, ...plan });
  const theirs = thread(ada, 'Shorter, please');
  await expect(theirs.getByText('Cut the headline to four words')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'becomes shorter' })).toBeVisible();
  await openThread(gus, 'Gus');
  await expect(thread(gus, 'Shorter, please').getByText('The owner decides on this proposal.')).toBeVisible();
  expect(await accessibilityViolations(ada)).toEqual([]);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(theirs.getByText('Accepted proposal of Claude Code')).toBeVisible();
  await expect(theirs.getByText('Claude Code proposes')).toHaveCount(0);

  const accepted = await waitFor(agent, { agent: first.agent, cursor: first.cursor });
  expect(accepted.threads).toMatchObject([{ id, work: { state: 'accepted' } }]);
  await agent.use('take', { comment: id, agent: first.agent });
  await expect(theirs.getByText('In progress · Claude Code')).toBeVisible();
  await replaceIn(folder, 'Small houses that take the weather seriously.', 'Houses for the weather.');
  await agent.use('stage', { folder, snapshot: snapshotId, threads: [id], agent: first.agent });

  const mine = thread(gus, 'Shorter, please');
  await expect(mine.getByText('In version 2')).toBeVisible();
  await expect(theirs.getByText('Waits for Gus to confirm.')).toBeVisible();
  await expect(mine.getByRole('button', { name: 'Enlarge Element in version 1' })).toBeVisible();
  await mine.getByRole('button', { name: 'Enlarge Element in version 2' }).click();
  await expectPictureFills(gus.getByRole('dialog'), 'Element in version 2');
  await gus.keyboard.press('Escape');
  expect(await accessibilityViolations(gus)).toEqual([]);

  // “Not yet” needs words, and reaches the agent when the owner sends it again.
  await mine.getByRole('button', { name: 'Not yet' }).click();
  await mine.getByRole('textbox', { name: 'What is missing?' }).fill('One word less');
  await gus.keyboard.press('Control+Enter');
  await expect(mine.getByText('Back', { exact: true })).toBeVisible();
  await expect(theirs.getByText('One word less')).toBeVisible();
  await theirs.getByRole('button', { name: 'Send again' }).click();
  const again = await waitFor(agent, { agent: first.agent, cursor: accepted.cursor });
  expect(again.threads).toMatchObject([{ id, replies: [{ text: 'One word less' }] }]);
  await agent.use('take', { comment: id, agent: first.agent });
  await replaceIn(folder, 'Houses for the weather.', 'Weather houses.');
  await agent.use('stage', { folder, snapshot: snapshotId, threads: [id], agent: first.agent });
  await expect(mine.getByText('In version 3')).toBeVisible();
  await mine.getByRole('button', { name: 'Confirm' }).click();
  await expect(mine.getByText('Confirmed in version 3')).toBeVisible();
  await expect(theirs.getByText('Confirmed in version 3')).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Enlarge/ })).toHaveCount(2);
  await agent.close();
});

test('an owner selects threads, sends all open ones, takes them back, and sees on the dashboard what waits', async ({
  owner,
  visitor: gus,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password', '--name', 'Osterlund');
  await openLink(gus, staged);
  const box = pageCommentField(gus);
  for (const text of ['First', 'Second', 'Third']) {
    await box.fill(text);
    await box.press('Control+Enter');
    await expect(thread(gus, text)).toBeVisible();
  }
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await expect(thread(ada, 'Third')).toBeVisible();
  await ada.getByRole('button', { name: 'Comment options' }).click();
  await ada.getByRole('menuitem', { name: 'Select threads…' }).click();
  await ada.getByRole('checkbox', { name: 'Select the thread by Anonymous' }).first().check();
  await ada.getByRole('toolbar').getByRole('button', { name: 'Send to the agent' }).click();
  await expect(toast(ada, '1 thread sent to the agent')).toBeVisible();
  await expect(thread(ada, 'Third').getByText('Sent', { exact: true })).toBeVisible();

  await ada.getByRole('button', { name: 'Comment options' }).click();
  await ada.getByRole('menuitem', { name: 'Send all 2 open threads to the agent' }).click();
  await expect(ada.getByText('Sent', { exact: true })).toHaveCount(3);
  await toast(ada, '2 threads sent to the agent').getByRole('button', { name: 'Undo' }).click();
  await expect(ada.getByText('Sent', { exact: true })).toHaveCount(1);

  const dashboard = await signedIn(owner.account);
  await dashboard.goto('/dashboard');
  await expect(dashboard.getByText('1 with the agent')).toBeVisible();

  const details = ada.getByRole('tab', { name: 'Details' });
  const reach = (name: string) =>
    ada.getByRole('radiogroup', { name: 'What reaches an agent' }).getByRole('radio', { name });
  await details.click();
  await expect(reach('Only what you send')).toBeChecked();
  const saved = ada.waitForResponse((response) => response.request().method() === 'PUT');
  await reach('Also comments of people with an account').check();
  expect((await saved).ok()).toBe(true);
  await ada.reload();
  await details.click();
  await expect(reach('Also comments of people with an account')).toBeChecked();
});
