import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { marksIn } from '../support/drawnMarks.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';
import { openAssistant } from '../support/pages/assistant.ts';

const page = (body: string) => `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px sans-serif;margin:24px}button{padding:16px;font:inherit}</style>
</head><body><main><h1>Shop</h1>${body}</main></body></html>`;

const PALE = '<p style="color:#aaaaaa">Delivered within three days.</p>';
const NAMELESS = '<button><svg width="20" height="20" aria-hidden="true"></svg></button>';
const WIDE = '<div style="width:520px">A wide table of prices</div>';

async function folderWith(body: string): Promise<string> {
  const folder = test.info().outputPath('shop');
  await mkdir(folder);
  await writeFile(path.join(folder, 'index.html'), page(body));
  return folder;
}

const report = (viewer: Page) => viewer.getByRole('region', { name: 'Checks of this page' });
const finding = (viewer: Page, what: string) =>
  report(viewer).getByRole('listitem').filter({ hasText: what });
async function showFindings(viewer: Page): Promise<void> {
  await openAssistant(viewer);
  await viewer.getByRole('tab', { name: 'Checks' }).click();
}

/** Notes which parts of the agent a viewer loads. */
function watchParts(viewer: Page): string[] {
  const loaded: string[] = [];
  viewer.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/__stagelink/')) loaded.push(path.basename(pathname));
  });
  return loaded;
}

test('an owner checks a page, dismisses a finding, comments on one, and sees what a restage fixed', async ({
  owner,
  enterAs,
}) => {
  const folder = await folderWith(PALE + NAMELESS + WIDE);
  const staged = await owner.stage(folder, '--no-password');
  const viewer = await enterAs(owner.account);
  await viewer.setViewportSize({ width: 1440, height: 900 });
  const loaded = watchParts(viewer);
  await viewer.goto(staged.url);
  await expect(previewOf(viewer).getByRole('heading', { name: 'Shop' })).toBeVisible();
  await showFindings(viewer);
  await expect(viewer.getByText('This page has not been checked on this version.')).toBeVisible();
  // Nothing of the audit is loaded by a page that is not audited.
  expect(loaded).not.toContain('audit.js');
  expect(loaded).not.toContain('axe.js');

  await viewer.getByRole('button', { name: 'Check this page' }).click();
  await expect(report(viewer).getByText('3 faults, 0 hints')).toBeVisible();
  expect(loaded).toContain('axe.js');
  await expect(finding(viewer, 'Text has too little contrast')).toContainText(
    '2.3 : 1, needs 4.5 : 1 · #AAAAAA on #FFFFFF',
  );
  await expect(finding(viewer, 'Button without a name')).toContainText('does not have inner text');
  await expect(finding(viewer, 'Page scrolls sideways on a phone')).toContainText('390 px');
  await expect.poll(async () => Object.keys(await marksIn(viewer)).sort()).toEqual(['a', 'b', 'c']);
  expect(await accessibilityViolations(viewer)).toEqual([]);

  await finding(viewer, 'Button without a name').getByRole('button', { name: 'Dismiss' }).click();
  await viewer.getByRole('button', { name: 'Accepted' }).click();
  await expect(report(viewer).getByText('2 faults, 0 hints')).toBeVisible();
  await viewer.getByText('1 dismissed').click();
  await expect(finding(viewer, 'Button without a name')).toContainText('Accepted, by Ada');

  await finding(viewer, 'Page scrolls sideways').getByRole('button', { name: 'Make a comment' }).click();
  await finding(viewer, 'Page scrolls sideways').getByRole('button', { name: 'Open the comment' }).click();
  await expect(viewer.getByRole('article').filter({ hasText: 'Page scrolls sideways' })).toBeVisible();

  await writeFile(path.join(folder, 'index.html'), page(NAMELESS + WIDE));
  await owner.stage(folder);
  await viewer.reload();
  await expect(previewOf(viewer).getByRole('heading', { name: 'Shop' })).toBeVisible();
  await showFindings(viewer);
  await viewer.getByRole('button', { name: 'Check this page' }).click();
  await expect(report(viewer).getByText('1 fault, 0 hints')).toBeVisible();
  await expect(finding(viewer, 'Page scrolls sideways')).toContainText('Still there');
  await viewer.getByText('1 fixed since version 1').click();
  await expect(finding(viewer, 'Text has too little contrast')).toBeVisible();
  await expect(viewer.getByText('1 dismissed')).toBeVisible();

  await viewer.getByText('1 dismissed').click();
  await finding(viewer, 'Button without a name').getByRole('button', { name: 'Undo' }).click();
  await expect(report(viewer).getByText('2 faults, 0 hints')).toBeVisible();
});

test('a finding and its element are found from each other', async ({ owner, signedIn }) => {
  const staged = await owner.stage(
    await folderWith(`<div style="height:2000px"></div>${PALE}`),
    '--no-password',
  );
  const viewer = await signedIn(owner.account);
  await viewer.goto(staged.url);
  await showFindings(viewer);
  await viewer.getByRole('button', { name: 'Check this page' }).click();
  await viewer.getByRole('button', { name: 'Show finding a in the page' }).click();
  await expect(previewOf(viewer).getByText('Delivered within')).toBeInViewport();
  await expect.poll(async () => Object.keys(await marksIn(viewer))).toEqual(['a']);
  // Waits until the page no longer scrolls to it.
  await previewOf(viewer).getByText('Delivered within').click({ trial: true });
  const box = await previewOf(viewer).getByText('Delivered within').boundingBox();
  await viewer.getByRole('heading', { name: 'Faults' }).click();
  await viewer.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) - 8);
  await expect(finding(viewer, 'Text has too little contrast')).toBeFocused();
  // The pins go with the report.
  await viewer.getByRole('tab', { name: 'Comments' }).click();
  await expect.poll(async () => Object.keys(await marksIn(viewer))).toEqual([]);
});

test("a visitor's findings stay in their browser", async ({ owner, visitor }) => {
  const staged = await owner.stage(await folderWith(PALE), '--no-password');
  await openLink(visitor, staged);
  await showFindings(visitor);
  await visitor.getByRole('button', { name: 'Check this page' }).click();
  await expect(report(visitor).getByText('1 fault, 0 hints')).toBeVisible();
  await expect(report(visitor).getByText('Only you see these findings')).toBeVisible();
  await expect(report(visitor).getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await visitor.reload();
  await showFindings(visitor);
  await expect(visitor.getByText('This page has not been checked on this version.')).toBeVisible();
});

test('everyone who has the snapshot open sees new findings and dismissals', async ({
  owner,
  signedIn,
  visitor,
}) => {
  const staged = await owner.stage(await folderWith(PALE + NAMELESS), '--no-password');
  await openLink(visitor, staged);
  await showFindings(visitor);
  await expect(visitor.getByText('This page has not been checked on this version.')).toBeVisible();
  const viewer = await signedIn(owner.account);
  await viewer.goto(staged.url);
  await showFindings(viewer);

  await viewer.getByRole('button', { name: 'Check this page' }).click();
  await expect(report(visitor).getByText('2 faults, 0 hints')).toBeVisible();
  await expect(report(visitor).getByText('Only you see these findings')).toBeHidden();
  await finding(viewer, 'Button without a name').getByRole('button', { name: 'Dismiss' }).click();
  await viewer.getByRole('button', { name: 'Accepted' }).click();
  await expect(report(visitor).getByText('1 fault, 0 hints')).toBeVisible();

  // What a visitor measures stands beside what is stored, and the owner's change does not remove it.
  await visitor.getByRole('button', { name: 'Check again' }).click();
  await expect(report(visitor).getByText('Only you see these findings')).toBeVisible();
  await viewer.getByText('1 dismissed').click();
  await finding(viewer, 'Button without a name').getByRole('button', { name: 'Undo' }).click();
  await expect(report(viewer).getByText('2 faults, 0 hints')).toBeVisible();
  await expect(report(visitor).getByText('Only you see these findings')).toBeVisible();
});
