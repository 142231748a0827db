import { rm } from 'node:fs/promises';
import { openGithub, REPOSITORY } from '../../server/src/testing/github/standIn.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { ApiOwner } from '../support/apiOwner.ts';
import { newDataDir, startServer } from '../support/server.ts';
import { signUp } from '../support/stagelink.ts';
import { authenticate, expect, keepCommentsOpen, test } from '../support/story.ts';

test('a thread becomes an issue by a form, and at once with a token', async ({ browser }) => {
  test.setTimeout(180_000);
  const github = await openGithub();
  github.tokens.set('ghp_ada', { login: 'ada', canWrite: true });
  const dataDir = await newDataDir();
  const server = await startServer({ dataDir, env: { GITHUB_API_URL: github.url } });
  const account = await signUp(server.url, 'Ada');
  const owner = ApiOwner.of(server.url, account);
  const { snapshot } = await owner.stage({ 'index.html': '<h1>Boat shed</h1>' });
  const comments = `/api/snapshots/${snapshot.id}/comments`;
  const { comment } = await owner.call<{ comment: { id: string } }>('POST', comments, {
    text: 'Two pixels too low',
  });
  const context = await browser.newContext({ baseURL: server.url });
  await keepCommentsOpen(context);
  const page = await context.newPage();
  await authenticate(page, server, account.email);

  await page.goto('/settings#issues');
  const section = page.getByRole('region', { name: 'Issues' });
  await section.getByRole('button', { name: 'Set: GitHub repository' }).click();
  await section.getByRole('textbox', { name: 'GitHub repository' }).fill(REPOSITORY);
  await page.keyboard.press('Enter');
  await expect(section.getByText(REPOSITORY)).toBeVisible();

  const thread = `/s/${snapshot.id}#thread=${comment.id}`;
  const openDialog = async () => {
    await page.goto(thread);
    await page
      .getByRole('button', { name: /^Actions for the comment/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Make an issue' }).click();
    return page.getByRole('dialog', { name: 'Make an issue' });
  };
  const prefilled = await openDialog();
  const form = new URL(
    (await prefilled.getByRole('link', { name: 'GitHub', exact: true }).getAttribute('href')) ?? '',
  );
  expect(form.searchParams.get('title')).toBe('Two pixels too low');
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.goto('/settings#issues');
  await section.getByRole('button', { name: 'Set: GitHub token' }).click();
  await section.getByLabel('GitHub token').fill('ghp_wrong');
  await page.keyboard.press('Enter');
  await expect(section.getByText('GitHub does not accept this token.')).toBeVisible();
  await section.getByLabel('GitHub token').fill('ghp_ada');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('button', { name: 'Replace: GitHub token' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  const dialog = await openDialog();
  await dialog.getByRole('button', { name: `Create in GitHub: ${REPOSITORY}` }).click();
  await expect(page.getByRole('link', { name: `Issue ${REPOSITORY}#1` }).first()).toBeVisible();
  expect(github.issues).toMatchObject([{ title: 'Two pixels too low' }]);
  expect(github.faults).toEqual([]);
  await context.close();
  await server.stop();
  await github.close();
  await rm(dataDir, { recursive: true, force: true });
});
