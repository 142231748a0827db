import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { readZip } from '@stagelink/shared/staging/node/testing/readZip';
import { expect, test } from '../support/story.ts';

/** Files of one version by path. */
const filesOf = (edition: string): Record<string, Buffer> => ({
  'index.html': Buffer.from(`<!doctype html><title>Shop</title><h1>Edition ${edition}</h1>`),
  'empty.txt': Buffer.alloc(0),
  'assets/noise.bin': randomBytes(400_000),
  'assets/Größe – 大小.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
});

async function downloaded(page: Page, press: () => Promise<void>): Promise<Map<string, Buffer>> {
  const begun = page.waitForEvent('download');
  await press();
  return readZip(await readFile(await (await begun).path()));
}

test('an owner has every version back, byte for byte: from the dashboard, the viewer and the command line', async ({
  owner,
  enterAs,
  writeFolder,
}) => {
  const [one, two] = [filesOf('one'), filesOf('two')];
  const folder = await writeFolder(one);
  const { url } = await owner.stage(folder, '--no-password', '--name', 'Shop');
  await writeFolder(two);
  await owner.stage(folder);

  const page = await enterAs(owner.account);
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  const newest = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Download as zip' }).click(),
  );
  expect(newest).toEqual(new Map(Object.entries(two)));

  await page.goto(url);
  await page.getByRole('button', { name: /see all versions/ }).click();
  const first = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download version 1' }).click(),
  );
  expect(first).toEqual(new Map(Object.entries(one)));

  const { stdout } = await owner.run(
    'download',
    folder,
    '--of',
    '1',
    '--output',
    path.join(folder, 'first.zip'),
  );
  expect(stdout).toContain('Saved version 1 of “Shop” (4 files');
  expect(await readZip(await readFile(path.join(folder, 'first.zip')))).toEqual(new Map(Object.entries(one)));
});

test('a visitor is offered no download', async ({ owner, visitor, prototype }) => {
  const { url } = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.goto(url);
  await visitor.getByRole('button', { name: /see all versions/ }).click();
  await expect(visitor.getByRole('button', { name: 'View version 1' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /Download/ })).toHaveCount(0);
});
