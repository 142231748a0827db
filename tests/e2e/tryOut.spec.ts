import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { dragFolder } from '../support/dropFolder.ts';
import { PASSWORD } from '../support/stagelink.ts';
import { expect, previewOf, skipWelcome, test } from '../support/story.ts';
import { zipOf } from '../support/zipOf.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const strip = (page: Page) => page.getByRole('complementary', { name: 'Unclaimed snapshot' });
const fitsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Moves the focus with the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not reach it');
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

for (const [name, viewport] of [
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const) {
  test(`a folder becomes a link without an account, and an account on the way keeps it, by keyboard, in ${name}`, async ({
    visitor: page,
    prototype,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const choosing = page.waitForEvent('filechooser');
    await pressOn(page, button(page, 'Choose folder'));
    expect(await accessibilityViolations(page)).toEqual([]);
    await (await choosing).setFiles(await prototype('multi-page'));

    await expect(heading(page, 'Your link is live')).toBeFocused();
    expect(await fitsWindow(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    const opening = page.waitForEvent('popup');
    await pressOn(page, link(page, 'Open'));
    const viewer = await opening;
    await viewer.setViewportSize(viewport);
    await expect(previewOf(viewer).getByRole('heading').first()).toBeVisible();
    await expect(strip(viewer)).toContainText('Ends in 24 hours');
    expect(await fitsWindow(viewer)).toBe(true);
    expect(await accessibilityViolations(viewer)).toEqual([]);
    const address = viewer.url();

    await pressOn(viewer, strip(viewer).getByRole('link', { name: 'Claim it' }));
    await expect(heading(viewer, 'Claim multi-page')).toBeVisible();
    expect(await fitsWindow(viewer)).toBe(true);
    expect(await accessibilityViolations(viewer)).toEqual([]);
    const claimLink = viewer.url();
    await pressOn(viewer, link(viewer, 'Sign up to claim it'));
    await viewer.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await viewer.getByRole('textbox', { name: 'Email' }).fill(`${randomUUID()}@example.com`);
    await viewer.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await viewer.keyboard.press('Enter');
    await skipWelcome(viewer);
    await expect(heading(viewer, 'multi-page is yours')).toBeVisible();
    expect(await fitsWindow(viewer)).toBe(true);
    expect(await accessibilityViolations(viewer)).toEqual([]);
    await pressOn(viewer, link(viewer, 'Open the snapshot'));
    await viewer.waitForURL(address);
    await expect(previewOf(viewer).getByRole('heading').first()).toBeVisible();
    await expect(strip(viewer)).toHaveCount(0);

    await viewer.goto('/dashboard');
    await expect(link(viewer, 'multi-page')).toBeVisible();
    await page.goto(claimLink);
    await expect(heading(page, 'This link claims nothing')).toBeVisible();
    await expect(page.getByText('This claim link was used already or its snapshot has ended.')).toBeVisible();
  });
}

test('curl stages a zip, its comments stay with the claim, and only the claim link offers it', async ({
  server,
  owner,
  visitor,
  enterAs,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-curl-'));
  await writeFile(path.join(folder, 'site.zip'), zipOf('index.html', '<h1>From a shell</h1>'));
  const curl = promisify(execFile);
  const { stdout } = await curl('curl', ['-sS', '-F', 'file=@site.zip', `${server.url}/api/try`], {
    cwd: folder,
  });
  await rm(folder, { recursive: true });
  const { url, claimUrl, expiresAt } = JSON.parse(stdout) as Record<string, string>;
  const hours = (Date.parse(expiresAt ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);

  await visitor.goto(url ?? '');
  await expect(previewOf(visitor).getByRole('heading', { name: 'From a shell' })).toBeVisible();
  await expect(strip(visitor)).toContainText('Ends in 24 hours');
  await expect(strip(visitor).getByRole('link')).toHaveCount(0);
  await visitor.getByRole('textbox', { name: 'Write a comment' }).fill('Larger, please');
  await visitor.getByRole('textbox', { name: 'Your name' }).fill('Gus');
  await visitor.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await expect(visitor.getByText('Larger, please')).toBeVisible();

  const page = await enterAs(owner.account);
  await page.goto(claimUrl ?? '');
  await expect(page.getByText(`It moves into the account ${owner.account.email}.`)).toBeVisible();
  await button(page, 'Claim it').click();
  await expect(page.getByRole('heading', { name: /is yours$/ })).toBeVisible();
  // The open viewer follows.
  await expect(strip(visitor)).toHaveCount(0);
  await page.goto(url ?? '');
  await expect(page.getByText('Larger, please')).toBeVisible();
});

test('a folder can be dropped anywhere on the landing page; what cannot be staged says why', async ({
  visitor: page,
  prototype,
}) => {
  await page.goto('/');
  await expect(button(page, 'Choose zip')).toBeVisible();
  const damaged = { name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
  await page.getByTestId('zip').setInputFiles(damaged);
  await expect(page.getByRole('alert')).toContainText('Failed to stage site');
  expect(await fitsWindow(page)).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);

  const drop = await dragFolder(page, await prototype('multi-page'));
  await expect(page.getByText('Drop to get a link')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await drop();
  await expect(page.getByRole('region', { name: 'Try without an account' })).toBeInViewport();
  await expect(heading(page, 'Your link is live')).toBeFocused();
});
