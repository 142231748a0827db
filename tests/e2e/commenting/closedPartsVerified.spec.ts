import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openRemembering } from '../../support/closedParts.ts';
import { chooseAction } from '../../support/pages/snapshots.ts';
import { stageHtml, stagePage, usePage } from '../../support/stagedPage.ts';
import { clickIn } from '../../support/pages/viewer.ts';
import { commentOn, commentsPanel } from '../../support/pages/comments.ts';
import { expect, type Owner, previewOf, test } from '../../support/story.ts';

/** Pins in parts that are closed at first, before a version goes live. */

/** Stages a page with a pin in its menu, and one in a part that only a person can open. */
async function stageWithPins(owner: Owner, visitor: Page, folder: string) {
  const staged = await stagePage(owner, folder, 'closed-parts/index', '--no-password', '--name', 'Files');
  await openRemembering(visitor, staged);
  await clickIn(visitor, '#menu');
  await commentOn(visitor, '[data-item=Profile]', 'Call it Account');
  await clickIn(visitor, 'h1');
  await clickIn(visitor, '.card');
  await commentOn(visitor, '[data-item=Share]', 'Share how?');
  return staged;
}

test('before a version goes live, a pin in a closed menu is found and none is said to be lost', async ({
  owner,
  visitor,
  enterAs,
}, { outputDir }) => {
  await stageWithPins(owner, visitor, outputDir);
  const ada = await enterAs(owner.account);
  await chooseAction(ada, 'Files', 'Restage…');
  const dialog = ada.getByRole('dialog');
  await dialog.getByTestId('folder').setInputFiles(outputDir);
  await expect(dialog.getByRole('heading', { name: 'Version 2 is ready' })).toBeVisible();
  await expect(dialog.getByText('1 found')).toBeVisible();
  await expect(dialog.getByText('1 not checked')).toBeVisible();
  await expect(dialog.getByText(/lost|removed/)).toHaveCount(0);
  await expect(dialog.getByRole('listitem')).toHaveText('Pin 2Share how?not checked');

  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(ada.getByText('Version 2 is live')).toBeVisible();
  await expect(commentsPanel(visitor).getByText('In a part that is not open now').first()).toBeVisible();
  await expect(commentsPanel(visitor).getByText('Not found on this page')).toHaveCount(0);
});

/** Returns the page with the menu, and with rows enough that pins are looked for seldom. */
async function longPage(): Promise<string> {
  const html = await readFile(
    path.resolve(import.meta.dirname, '../../prototypes/closed-parts/index.html'),
    'utf8',
  );
  const rows = Array.from({ length: 8000 }, (_, at) => `<li>Row ${at} <b>of the report</b></li>`);
  return html.replace('</main>', `<ol>${rows.join('')}</ol></main>`);
}

test('a pin in a closed menu of a long page is found before a version goes live', async ({
  owner,
  visitor,
  enterAs,
}, { outputDir }) => {
  const staged = await stageHtml(owner, outputDir, await longPage(), '--no-password', '--name', 'Long');
  await openRemembering(visitor, staged);
  await clickIn(visitor, '#menu');
  await commentOn(visitor, '[data-item=Profile]', 'Call it Account');
  const ada = await enterAs(owner.account);
  await chooseAction(ada, 'Long', 'Restage…');
  const dialog = ada.getByRole('dialog');
  await dialog.getByTestId('folder').setInputFiles(outputDir);
  await expect(dialog.getByRole('heading', { name: 'Version 2 is ready' })).toBeVisible();
  await expect(dialog.getByText('1 found')).toBeVisible();
});

test('the page that verifies a version for other programs opens the menu that a pin is in', async ({
  owner,
  visitor,
  signedIn,
}, { outputDir }) => {
  const { snapshotId } = await stageWithPins(owner, visitor, outputDir);
  await owner.stage(await usePage(outputDir, 'closed-parts/index'));
  await expect(previewOf(visitor).locator('h1')).toBeVisible();
  const ada = await signedIn(owner.account);
  const results = async () => {
    const reply = await ada.request.get(`/api/snapshots/${snapshotId}/versions/2/pins`);
    const { pins } = (await reply.json()) as { pins: { status: string }[] };
    return pins.map(({ status }) => status);
  };
  await ada.goto(`/pins/${snapshotId}/2`);
  await expect(ada.getByText('Open pins were verified. You can close this window.')).toBeVisible();
  expect(await results()).toEqual(['found', 'elsewhere']);
});
