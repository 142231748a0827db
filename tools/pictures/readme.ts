// Takes the pictures of the README (`docs/*.png`) from the running product.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { startServer } from '../../tests/support/server.ts';
import type { StagedFolder } from '../../tests/support/stagelink.ts';
import { openLink, ownerOn, signIn } from '../../tests/support/story.ts';
import { prototypeWith } from './prototypes.ts';
import { addProject, comment, LOOKS, makeThumbnails, openComments, openDashboard, still } from './scene.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const SIZE = { width: 1440, height: 900 };

async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: SIZE, colorScheme: 'light' });
  return context.newPage();
}

async function save(page: Page, name: string): Promise<void> {
  await writeFile(path.join(DOCS, `${name}.png`), await still(page));
}

async function fillReview(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('The first page and the order flow, please.');
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  const owner = await ownerOn(server, await mkdtemp(path.join(tmpdir(), 'stagelink-home-')), 'Ada Lovelace');
  const staged: StagedFolder[] = [];
  for (const look of LOOKS.toReversed())
    staged.unshift(await owner.stage(await prototypeWith(look), '--name', look.name, '--no-password'));
  const [first] = staged;
  if (!first) throw new Error('Nothing was staged.');

  const page = await newPage(browser, server.url);
  await signIn(page, server, owner.account.email);
  await makeThumbnails(page, staged);
  await comment(await newPage(browser, server.url), first);

  const preview = await openLink(page, first);
  await preview.locator('h1').waitFor();
  await openComments(page);
  await save(page, 'viewer');

  const coffee = staged.filter((_, at) => LOOKS[at]?.source === 'server/sample');
  const houses = staged.filter((one) => !coffee.includes(one));
  await addProject(server.url, owner, { name: 'Harbour Coffee', color: '#4F46E5', snapshots: coffee });
  await addProject(server.url, owner, { name: 'Osterlund', color: '#EC4899', snapshots: houses });
  await openDashboard(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'Grid view' }).click();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await save(page, 'dashboard');

  await page.goto(`${first.url}#panel=reviews`);
  await page.getByRole('button', { name: 'Request review' }).click();
  await fillReview(page);
  await save(page, 'review');
} finally {
  await browser.close();
  await server.stop();
}
