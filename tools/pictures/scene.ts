// What the pictures of the product show: prototypes, comments and projects.
import type { Page } from '@playwright/test';
import type { StagedFolder } from '../../tests/support/stagelink.ts';
import { openLink, type Owner } from '../../tests/support/story.ts';
import type { Look } from './prototypes.ts';

export const LOOKS: readonly Look[] = [
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

export const COMMENTS = [
  { on: 'h1', text: 'Could this be **one line** on a desktop?' },
  { on: '.button', text: 'The button should say what happens: “Order ahead”.' },
  { on: 'h2', text: 'Prices in the overview, please.' },
] as const;

/** Opens each snapshot once, which makes the picture of its first page. */
export async function makeThumbnails(page: Page, all: readonly StagedFolder[]): Promise<void> {
  for (const staged of all) {
    const made = page.waitForResponse((response) => response.url().endsWith('/picture'));
    await page.goto(staged.url);
    await made;
  }
}

export async function comment(page: Page, staged: StagedFolder): Promise<void> {
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

/** Opens the list of comments beside the preview. */
export async function openComments(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: /unresolved/ })
    .click();
  await page
    .getByRole('article')
    .nth(COMMENTS.length - 1)
    .waitFor();
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
export async function addProject(
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
export async function openDashboard(page: Page, address = '/dashboard'): Promise<void> {
  await page.goto(address);
  await page
    .getByText(LOOKS[0]?.name ?? '')
    .first()
    .waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}

const STILL_MS = 700;

/** Takes a picture once nothing moves any more: pins are drawn where no selector reaches. */
export async function still(page: Page): Promise<Buffer> {
  let last: Buffer | undefined;
  for (;;) {
    await page.waitForTimeout(STILL_MS);
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last?.equals(taken)) return taken;
    last = taken;
  }
}
