import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/accessibility.ts';
import { expect, openLink, previewOf, test as base } from '../support/story.ts';

/** Writes a prototype's files into a folder that is removed after the story. */
const test = base.extend<{ folderWith: (files: Record<string, string>) => Promise<string> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
  folderWith: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-routes-'));
    await use(async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
      return folder;
    });
    await rm(folder, { recursive: true, force: true });
  },
});

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

const APPLICATION = {
  'index.html': page(
    'Team',
    `<h1></h1><a href="/users/ada@example.com">Ada</a><a href="/files/v2.0/notes.md">Notes</a>
    <script>
      const show = () => (document.querySelector('h1').textContent = location.pathname);
      for (const link of document.links) link.onclick = (event) => {
        event.preventDefault();
        history.pushState(null, '', link.href);
        show();
      };
      show();
    </script>`,
  ),
  'about.html': page('About', '<h1>About</h1>'),
};

const address = (viewer: Page) => viewer.getByRole('textbox', { name: 'Path in the prototype' });
const heading = (viewer: Page, name: string) => previewOf(viewer).getByRole('heading', { name, exact: true });

test('a route with @ or a dot stays where it is after a reload', async ({ owner, visitor, folderWith }) => {
  const staged = await owner.stage(await folderWith(APPLICATION), '--no-password');
  const tab = await visitor.context().newPage();
  await tab.goto(staged.contentUrl);
  for (const [link, route] of [
    ['Ada', '/users/ada@example.com'],
    ['Notes', '/files/v2.0/notes.md'],
  ] as const) {
    await tab.getByRole('link', { name: link }).click();
    await expect(tab.getByRole('heading', { name: route, exact: true })).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole('heading', { name: route, exact: true })).toBeVisible();
  }

  await openLink(visitor, staged);
  await expect(heading(visitor, '/')).toBeVisible();
  await previewOf(visitor).getByRole('link', { name: 'Ada' }).click();
  await expect(address(visitor)).toHaveValue('/users/ada@example.com');
  await visitor.getByRole('button', { name: 'Reload' }).click();
  await expect(heading(visitor, '/users/ada@example.com')).toBeVisible();
});

test('an address without a page says what the snapshot has, and the viewer stays in step', async ({
  owner,
  visitor,
  folderWith,
}) => {
  const site = {
    'index.html': page('Home', '<h1>Home</h1><a href="/pricing">Pricing</a>'),
    'about.html': page('About', '<h1>About</h1>'),
    'docs/start.html': page('Start', '<h1>Start</h1>'),
  };
  const staged = await owner.stage(await folderWith(site), '--no-password');
  await openLink(visitor, staged);
  await previewOf(visitor).getByRole('link', { name: 'Pricing' }).click();
  await expect(heading(visitor, '“/pricing” is not in this snapshot')).toBeVisible();
  await expect(address(visitor)).toHaveValue('/pricing');

  await previewOf(visitor)
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: '/docs/start' })
    .click();
  await expect(heading(visitor, 'Start')).toBeVisible();
  await expect(address(visitor)).toHaveValue('/docs/start.html');

  const tab = await visitor.context().newPage();
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto(new URL(`/${'long-name'.repeat(12)}`, staged.contentUrl).href);
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    expect(await axeViolations(tab)).toEqual([]);
  }
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
