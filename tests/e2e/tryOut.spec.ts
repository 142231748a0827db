import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { startCuttingProxy } from '@stagelink/shared/staging/node/testing/cuttingProxy';
import { accessibilityViolations } from '../support/accessibility.ts';
import { test } from '../support/billing.ts';
import { dragFolder } from '../support/dropFolder.ts';
import { signUp } from '../support/pages/account.ts';
import { fitsWindow } from '../support/pages/boxes.ts';
import { pageCommentField } from '../support/pages/comments.ts';
import { expect, previewOf, skipWelcome } from '../support/story.ts';
import { zipOf } from '../support/zipOf.ts';
import { LONG } from '../support/longForm.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const tryOutRegion = (page: Page) => page.getByRole('region', { name: 'Try without an account' });
const strip = (page: Page) => page.getByRole('complementary', { name: 'Unclaimed snapshot' });

type TriedOut = Record<'url' | 'claimUrl' | 'expiresAt', string>;

/** Stages a zip with curl, without an account. */
async function tryOut(server: string, title: string): Promise<TriedOut> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-curl-'));
  await writeFile(path.join(folder, 'site.zip'), await zipOf('index.html', `<h1>${title}</h1>`));
  const curl = promisify(execFile);
  const { stdout } = await curl('curl', ['-sS', '-F', 'file=@site.zip', `${server}/api/try`], {
    cwd: folder,
  });
  await rm(folder, { recursive: true });
  return JSON.parse(stdout) as TriedOut;
}

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

for (const when of ['before', 'after'] as const)
  test(
    `a visitor who tries again after a lost reply, ${when} the server has acted, has one link`,
    when === 'after' ? {} : LONG,
    async ({ visitor: page, prototype, server }) => {
      const proxy = await startCuttingProxy(server.url);
      await page.goto(proxy.url);
      await tryOutRegion(page).scrollIntoViewIfNeeded();
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/try?')) sent.push(request.headers()['idempotency-key'] ?? '');
      });
      // Browsers repeat a request that a reused connection lost.
      proxy.cut = { step: 'once', when, lasts: 'always' };
      const choosing = page.waitForEvent('filechooser');
      await button(page, 'Choose folder').click();
      await (await choosing).setFiles(await prototype('multi-page'));
      await expect(page.getByText(/it is not known whether multi-page was staged/)).toBeVisible();
      proxy.cut = null;
      await button(page, 'Try again').click();
      await expect(heading(page, 'Your link is live')).toBeVisible();
      expect(sent).toHaveLength(2);
      expect(new Set(sent).size).toBe(1);
      proxy.close();
    },
  );

for (const [name, viewport] of [
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const) {
  test(
    `a folder becomes a link without an account, and an account on the way keeps it, by keyboard, in ${name}`,
    viewport === WIDE ? {} : LONG,
    async ({ visitor: page, prototype }) => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await tryOutRegion(page).scrollIntoViewIfNeeded();
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
      await signUp(viewer);
      await expect(heading(viewer, 'multi-page is yours')).toBeVisible();
      expect(await fitsWindow(viewer)).toBe(true);
      expect(await accessibilityViolations(viewer)).toEqual([]);
      await pressOn(viewer, link(viewer, 'Open the snapshot'));
      await viewer.waitForURL(address);
      await expect(previewOf(viewer).getByRole('heading').first()).toBeVisible();
      await expect(strip(viewer)).toHaveCount(0);

      // The welcome waits for the dashboard.
      await viewer.goto('/dashboard');
      await skipWelcome(viewer);
      await expect(link(viewer, 'multi-page')).toBeVisible();
      await page.goto(claimLink);
      await expect(heading(page, 'This link claims nothing')).toBeVisible();
      await expect(
        page.getByText('This claim link was used already or its snapshot has ended.'),
      ).toBeVisible();
    },
  );
}

test('curl stages a zip, its comments stay with the claim, and only the claim link offers it', async ({
  server,
  owner,
  visitor,
  signedIn,
}) => {
  const { url, claimUrl, expiresAt } = await tryOut(server.url, 'From a shell');
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);

  await visitor.goto(url);
  await expect(previewOf(visitor).getByRole('heading', { name: 'From a shell' })).toBeVisible();
  await expect(strip(visitor)).toContainText('Ends in 24 hours');
  await expect(strip(visitor).getByRole('link')).toHaveCount(0);
  await pageCommentField(visitor).fill('Larger, please');
  await visitor.getByRole('textbox', { name: 'Your name' }).fill('Gus');
  await visitor.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await expect(visitor.getByText('Larger, please')).toBeVisible();

  const page = await signedIn(owner.account);
  await page.goto(claimUrl);
  await expect(page.getByText(`It moves into the account ${owner.account.email}.`)).toBeVisible();
  await button(page, 'Claim it').click();
  await expect(page.getByRole('heading', { name: /is yours$/ })).toBeVisible();
  // The open viewer follows.
  await expect(strip(visitor)).toHaveCount(0);
  await page.goto(url);
  await expect(page.getByText('Larger, please')).toBeVisible();
});

test('a folder can be dropped anywhere on the landing page; what cannot be staged says why', async ({
  visitor: page,
  prototype,
}) => {
  await page.goto('/');
  await tryOutRegion(page).scrollIntoViewIfNeeded();
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
  await expect(tryOutRegion(page)).toBeInViewport();
  await expect(heading(page, 'Your link is live')).toBeFocused();
});

test('a full plan says what to do, and the same press claims once there is a place', async ({
  seller,
  buyer: page,
}) => {
  await page.goto('/login?mode=signup');
  await signUp(page);
  for (const title of ['First', 'Second', 'Third']) {
    const { claimUrl } = await tryOut(seller.url, title);
    await page.goto(claimUrl);
    await button(page, 'Claim it').click();
    await expect(page.getByRole('heading', { name: /is yours$/ })).toBeVisible();
  }

  const { claimUrl } = await tryOut(seller.url, 'One too many');
  await page.goto(claimUrl);
  await pressOn(page, button(page, 'Claim it'));
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole('alert')).toContainText(
      'Your plan allows 3 active snapshots and you have 3. Delete one, or let one expire, first.',
    );
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute(
      'href',
      /\/pricing\?mode=upgrade$/,
    );
    expect(await fitsWindow(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  }

  const dashboard = await page.context().newPage();
  await dashboard.goto('/dashboard');
  await skipWelcome(dashboard);
  await dashboard
    .getByRole('button', { name: /^More actions for Snapshot/ })
    .first()
    .click();
  await dashboard.getByRole('menuitem', { name: 'Delete' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dashboard.getByRole('dialog')).toHaveCount(0);

  await pressOn(page, button(page, 'Claim it'));
  await expect(page.getByRole('heading', { name: /is yours$/ })).toBeVisible();
});
