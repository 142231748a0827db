import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from '../support/companion.ts';
import type { Companion } from '../support/companionProgram.ts';
import {
  addFolder,
  catchOpened,
  linkOf,
  objections,
  openFolderPage,
  rowOf,
  signInAs,
  stageNow,
} from '../support/companionSteps.ts';
import { commentOn } from '../support/pages/comments.ts';
import type { Server } from '../support/server.ts';
import { FIRST, openShop, SECOND } from '../support/shop.ts';
import { expect, type Owner, previewOf } from '../support/story.ts';

type Files = Record<string, string>;

async function write(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Stages a shop once from a companion; returns its link. */
async function stageShop(companion: Companion, folder: string, server: Server, { account }: Owner) {
  await write(folder, FIRST);
  await signInAs(companion, server.url, account);
  await addFolder(companion, folder);
  await stageNow(companion, folder, 1);
  return linkOf(companion, folder);
}

test('a restage that loses a pin waits until its owner has decided, and one that loses none goes out', async ({
  openCompanion,
  home,
  owner,
  server,
  visitor,
  signedIn,
}) => {
  const folder = path.join(home, 'shop');
  const build = (files: Files) => write(folder, files);
  const companion = await openCompanion();
  const { window } = companion;
  const link = await stageShop(companion, folder, server, owner);
  await openShop(visitor, link);
  await commentOn(visitor, 'h1', 'Say how many');
  await commentOn(visitor, 'aside', 'Until when?');
  const shown = previewOf(visitor);

  // No pin has a worse result, so there is nothing to decide.
  await build({ 'index.html': FIRST['index.html'].replace('Two bags', 'Three bags') });
  await stageNow(companion, folder, 2);
  await expect(shown.getByText('Three bags of beans.')).toBeVisible();

  await build(SECOND);
  const row = rowOf(companion, folder);
  await row.getByRole('button', { name: 'Stage now' }).click();
  await expect(row).toContainText('Draft version 3');
  await expect(shown.getByText('Three bags of beans.')).toBeVisible();
  await row.getByRole('button', { name: 'Review' }).click();
  const card = window.getByRole('region', { name: 'Version 3 is a draft' });
  await expect(card.getByRole('status')).toHaveText('1 found1 lost');
  expect(await objections(companion)).toEqual([]);
  const opened = await catchOpened(companion);
  await card.getByRole('button', { name: 'View' }).click();
  await expect.poll(opened).toEqual([`${link.url}?stagelink-version=3`]);

  await card.getByRole('button', { name: 'Publish' }).click();
  await expect(shown.getByText('Free delivery this week')).toBeHidden();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(shown.getByText('Free delivery this week')).toBeVisible();
  await window.getByRole('link', { name: 'Folders' }).first().click();

  await openFolderPage(companion, folder);
  await expect(window.getByRole('cell', { name: /Version 3, draft/ })).toContainText('1 of 2 pins lost');

  // Also from the dashboard in its window.
  await window.getByRole('link', { name: 'Dashboard' }).click();
  await window.getByRole('button', { name: /^More actions for / }).click();
  await window.getByRole('menuitem', { name: 'Restage…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByTestId('folder').setInputFiles(folder);
  await expect(dialog.getByRole('heading', { name: 'Version 4 is ready' })).toBeVisible();
  await expect(dialog.getByText('1 found')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText('Pin 2Until when?lost');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();

  // Decisions made elsewhere are not requested here.
  await window.getByRole('link', { name: 'Folders' }).first().click();
  await row.getByRole('button', { name: 'Stage now' }).click();
  await expect(row).toContainText('Draft version 5');
  const browser = await signedIn(owner.account);
  await browser.goto(`${link.url}?stagelink-version=5`);
  await browser.getByRole('button', { name: 'Publish' }).click();
  await expect(row).toContainText('v5 ');
  await expect(row.getByRole('button', { name: 'Stage now' })).toBeVisible();
});

test('a prototype that is looked at unseen cannot act for its owner', async ({
  openCompanion,
  home,
  owner,
  server,
  visitor,
}) => {
  const folder = path.join(home, 'shop');
  const companion = await openCompanion();
  const link = await stageShop(companion, folder, server, owner);
  await openShop(visitor, link);
  await commentOn(visitor, 'aside', 'Until when?');

  // Brings itself to the front and notifies afterwards.
  const publish = `${link.url.replace('/s/', '/api/snapshots/')}/versions/2/publish`;
  const attack = `<script>fetch('${publish}', { method: 'POST', mode: 'no-cors' })</script>`;
  await companion.app.evaluate(
    ({ session }, [partition, address]) =>
      session
        .fromPartition(partition)
        .webRequest.onSendHeaders({ urls: [address] }, ({ requestHeaders }) =>
          Object.assign(globalThis, { attack: Object.keys(requestHeaders) }),
        ),
    [`pins-${path.basename(link.url)}`, publish] as const,
  );
  await write(folder, { 'index.html': SECOND['index.html'] + attack });
  const row = rowOf(companion, folder);
  await row.getByRole('button', { name: 'Stage now' }).click();
  await expect(row).toContainText('Draft version 2');
  const sent = await companion.app.evaluate(() => (globalThis as unknown as { attack?: string[] }).attack);
  expect(sent).toContain('Origin');
  expect(sent?.map((name) => name.toLowerCase())).not.toContain('authorization');
  await expect(previewOf(visitor).getByText('Free delivery this week')).toBeVisible();
});

test('a folder that is staged gets the picture of its first page in a hidden window', async ({
  openCompanion,
  home,
  owner,
  server,
}) => {
  const folder = path.join(home, 'shop');
  const companion = await openCompanion();
  const link = await stageShop(companion, folder, server, owner);
  const address = `${server.url}/api/snapshots/${path.basename(link.url)}/versions/1/picture`;
  const headers = { Authorization: `Bearer ${owner.account.token}` };
  await expect.poll(async () => (await fetch(address, { headers })).status).toBe(200);
  const image = rowOf(companion, folder).locator('img');
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1280);
});
