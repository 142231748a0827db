import type { Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, keepCommentsOpen, test as story } from '../support/story.ts';

interface Folders {
  /** Writes this edition of the prototype into its folder. */
  build: (edition: string) => Promise<string>;
}

const test = story.extend<Folders>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
  build: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-pages-'));
    await use(async (edition) => {
      await writePages(folder, edition);
      return folder;
    });
    await rm(folder, { recursive: true, force: true });
  },
});

const preview = (page: Page) => page.frameLocator('#preview');
const heading = (page: Page, name: string) => preview(page).getByRole('heading', { name });

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

/** Writes a prototype of two pages and a picture. */
async function writePages(folder: string, edition: string): Promise<void> {
  const files = {
    'index.html': html(`Home ${edition}`, '<a href="/about.html?tab=2#team">About</a>'),
    'about.html': html(`About ${edition}`, '<a href="/">Home</a><p id="team">Team</p>'),
    'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="9"/></svg>',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

test.beforeEach(({ context }) => keepCommentsOpen(context));

test('the address is the page that is shown: it survives Reload, Back and Forward, and opens for others', async ({
  owner,
  page,
  visitor,
  build,
}) => {
  const folder = await build('one');
  const { url } = await owner.stage(folder, '--no-password');
  await page.goto(url);
  await preview(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await page.reload();
  await expect(heading(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await expect(preview(page).locator(':target')).toHaveText('Team');

  await preview(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(url);
  await page.goBack();
  await expect(heading(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?tab=2#team`);
  await page.goForward();
  await expect(heading(page, 'Home one')).toBeVisible();
  await expect(page).toHaveURL(url);

  await visitor.goto(`${url}/about.html`);
  await expect(visitor.getByRole('banner')).toBeVisible();
  await expect(heading(visitor, 'About one')).toBeVisible();
  await visitor.goto(`${url.replace('/s/', '/viewer/')}/mark.svg`);
  await expect(visitor).toHaveURL(`${url}/mark.svg`);
  await visitor.reload();
  await expect(preview(visitor).locator('circle')).toBeVisible();
});

test('an older version has an address; Back leads to the newest, and Share names page and version', async ({
  owner,
  page,
  visitor,
  build,
}) => {
  const { url } = await owner.stage(await build('one'), '--no-password', '--name', 'Pages');
  await owner.stage(await build('two'));
  await page.goto(`${url}/about.html`);
  await expect(heading(page, 'About two')).toBeVisible();
  await page.getByRole('button', { name: /see all versions/ }).click();
  await page.getByRole('button', { name: 'View version 1' }).click();
  await expect(heading(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?stagelink-version=1`);
  await page.reload();
  await expect(heading(page, 'About one')).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(`${url}/about.html?stagelink-version=1`);
  await visitor.goto(await link.inputValue());
  await expect(heading(visitor, 'About one')).toBeVisible();
  await expect(visitor.getByText('Viewing version 1 of 2')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goBack();
  await expect(heading(page, 'About two')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html`);
  await page.goForward();
  await expect(heading(page, 'About one')).toBeVisible();
  await expect(page).toHaveURL(`${url}/about.html?stagelink-version=1`);
});

test('a protected page keeps its address at the gate, without a trace of the password', async ({
  owner,
  visitor,
  build,
}) => {
  const { url } = await owner.stage(await build('one'), '--password', 'sesame');
  await visitor.goto(`${url}/about.html`);
  await visitor.getByLabel('Password', { exact: true }).fill('sesame');
  await visitor.keyboard.press('Enter');
  await expect(heading(visitor, 'About one')).toBeVisible();
  await expect(visitor).toHaveURL(`${url}/about.html`);
  await visitor.reload();
  await expect(heading(visitor, 'About one')).toBeVisible();
  await expect(visitor).toHaveURL(`${url}/about.html`);
});
