// Takes the pictures of the README (`docs/*.png`) from the running product.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { startServer } from '../../tests/support/server.ts';
import { PASSWORD, type StagedFolder } from '../../tests/support/stagelink.ts';
import { openLink, type Owner, ownerOn } from '../../tests/support/story.ts';
import { type Look, prototypeWith } from './prototypes.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const SIZE = { width: 1440, height: 900 };

const LOOKS: readonly Look[] = [
  ['Harbour Coffee', 'server/sample', 'Slow coffee for fast mornings', '#0b5563', '#f6f4ee'],
  [
    'Osterlund studio',
    'tests/prototypes/multi-page',
    'Small houses that take the weather seriously.',
    '#1d2b2a',
    '#f7f5f0',
  ],
  ['Checkout redesign', 'server/sample', 'Three steps, one screen', '#3b2f8f', '#f5f4fb'],
  ['Spring campaign', 'server/sample', 'Everything opens in April', '#9a3412', '#fdf6ef'],
  ['Member area', 'server/sample', 'Your week at a glance', '#14532d', '#f3f7f2'],
  ['Careers', 'tests/prototypes/multi-page', 'Work with people who finish things.', '#1e3a5f', '#f4f7fb'],
  ['Opening hours', 'server/sample', 'Open when the ferry is', '#7c2d5e', '#fbf3f8'],
  ['Press kit', 'tests/prototypes/multi-page', 'Pictures, logos and the short story.', '#3f3f46', '#f6f6f7'],
].map(([name, source, heading, color, paper]) => ({ name, source, heading, color, paper }) as Look);

const COMMENTS = [
  { on: 'h1', text: 'Could this be **one line** on a desktop?' },
  { on: '.button', text: 'The button should say what happens: “Order ahead”.' },
  { on: 'h2', text: 'Prices in the overview, please.' },
] as const;

async function newPage(browser: Browser, url: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: SIZE, colorScheme });
  return context.newPage();
}

async function signIn(page: Page, { account }: Owner): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/dashboard');
}

/** Opens each snapshot once, which makes the picture of its first page. */
async function makeThumbnails(page: Page, all: readonly StagedFolder[]): Promise<void> {
  for (const staged of all) {
    const made = page.waitForResponse((response) => response.url().endsWith('/picture'));
    await page.goto(staged.url);
    await made;
  }
}

async function comment(page: Page, staged: StagedFolder): Promise<void> {
  const preview = await openLink(page, staged);
  for (const { on, text } of COMMENTS) {
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Click an element or drag an area to comment on it', { exact: true }).waitFor();
    await preview.locator(on).first().click();
    await page.locator('textarea:focus').fill(text);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending…').waitFor({ state: 'detached' });
  }
}

async function send(url: string, token: string, method: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  return response.json();
}

/** Creates a project with these snapshots. Returns its id. */
async function addProject(
  server: string,
  { account }: Owner,
  { name, color, snapshots }: { name: string; color: string; snapshots: readonly StagedFolder[] },
): Promise<string> {
  const created = await send(`${server}/api/projects`, account.token, 'POST', { name, color });
  const { id } = (created as { project: { id: string } }).project;
  for (const { snapshotId } of snapshots)
    await send(`${server}/api/snapshots/${snapshotId}`, account.token, 'PUT', { projectId: id });
  return id;
}

/** Opens the dashboard once every picture of its list is drawn. */
async function openDashboard(page: Page, address = '/dashboard'): Promise<void> {
  await page.goto(address);
  await page
    .getByText(LOOKS[0]?.name ?? '')
    .first()
    .waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}

const STILL_MS = 700;

/** Takes a picture once nothing moves any more: pins are drawn where no selector reaches. */
async function save(page: Page, name: string): Promise<void> {
  let last: Buffer | undefined;
  for (;;) {
    await page.waitForTimeout(STILL_MS);
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last?.equals(taken)) break;
    last = taken;
  }
  await writeFile(path.join(DOCS, `${name}.png`), last);
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

  const page = await newPage(browser, server.url, 'light');
  await signIn(page, owner);
  await makeThumbnails(page, staged);
  await comment(await newPage(browser, server.url, 'light'), first);

  const preview = await openLink(page, first);
  await preview.locator('h1').waitFor();
  await page
    .getByRole('article')
    .nth(COMMENTS.length - 1)
    .waitFor();
  await save(page, 'viewer');

  const coffee = staged.filter((_, at) => LOOKS[at]?.source === 'server/sample');
  const houses = staged.filter((one) => !coffee.includes(one));
  const id = await addProject(server.url, owner, {
    name: 'Harbour Coffee',
    color: '#4F46E5',
    snapshots: coffee,
  });
  await addProject(server.url, owner, { name: 'Osterlund', color: '#EC4899', snapshots: houses });
  await openDashboard(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'Grid view' }).click();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await save(page, 'dashboard');

  const dark = await newPage(browser, server.url, 'dark');
  await signIn(dark, owner);
  await openDashboard(dark, `/dashboard?project=${id}`);
  await dark
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await save(dark, 'project');

  await page.goto(`${first.url}#panel=reviews`);
  await page.getByRole('button', { name: 'Request review' }).click();
  await fillReview(page);
  await save(page, 'review');

  await page.goto('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await save(page, 'settings');
} finally {
  await browser.close();
  await server.stop();
}
