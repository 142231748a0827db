import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Frame, Page, TestInfo } from '@playwright/test';
import { dragFolder } from '../support/dropFolder.ts';
import { passGate } from '../support/pages/gate.ts';
import { commentButton } from '../support/pages/viewer.ts';
import type { StagedFolder } from '../support/stagelink.ts';
import { expect, test } from '../support/story.ts';

/** Writes a prototype that consists of this page. */
async function folderWith(info: TestInfo, name: string, html: string): Promise<string> {
  const folder = info.outputPath(name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), html);
  return folder;
}

const pathOf = (staged: Pick<StagedFolder, 'snapshotId' | 'version'>) =>
  `/api/snapshots/${staged.snapshotId}/versions/${staged.version}/picture`;

const statusOf = async (request: APIRequestContext, staged: Pick<StagedFolder, 'snapshotId' | 'version'>) =>
  (await request.get(pathOf(staged))).status();

/** Waits until a picture was stored. */
async function pictureAfter(page: Page, act: () => Promise<unknown>): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().endsWith('/picture'));
  await act();
  expect((await stored).status()).toBe(200);
}

/** Collects the frames of a page as they are added, however short they live. */
function framesAttachedTo(page: Page): Frame[] {
  const attached: Frame[] = [];
  page.on('frameattached', (frame) => {
    if (frame.parentFrame() === page.mainFrame()) attached.push(frame);
  });
  return attached;
}

/** Returns the picture's pixels at these places, as the browser decodes it. */
function colorsAt(page: Page, source: string, places: [x: number, y: number][]): Promise<string[]> {
  return page.evaluate(
    async ([address, points]) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      return points.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? [])].join());
    },
    [source, places] as const,
  );
}

test('the dashboard makes the pictures that its rows miss, one at a time, while it is not used', async ({
  owner,
  enterAs,
}, info) => {
  const html = (color: string) =>
    `<!doctype html><title>Shop</title><body style="background:${color}"><h1>Shop</h1>`;
  const staged = [
    await owner.stage(await folderWith(info, 'red', html('red')), '--name', 'Red'),
    await owner.stage(await folderWith(info, 'blue', html('blue')), '--name', 'Blue'),
  ];
  const page = await enterAs(owner.account);
  let [open, most] = [0, 0];
  page.on('frameattached', () => (most = Math.max(most, (open += 1))));
  page.on('framedetached', () => (open -= 1));
  for (const each of staged) await expect.poll(() => statusOf(page.request, each)).toBe(200);
  for (const name of ['Red', 'Blue'])
    await expect(page.getByRole('row').filter({ hasText: name }).locator('img')).toBeVisible();
  expect(most).toBe(1);
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('the owner’s first view makes the picture of what a visitor sees first', async ({
  owner,
  enterAs,
}, info) => {
  const html = `<!doctype html><title>Shop</title>
    <style>body{margin:0;background:#2563eb} .low{height:3000px} input{all:unset;display:block;width:100px;height:50px}</style>
    <input type="password" value="secret" style="background:#000;color:#fff">
    <div style="width:200px;height:100px;margin:100px 0 0 100px;background:#f59e0b"></div><div class="low"></div>`;
  const staged = await owner.stage(await folderWith(info, 'shop', html));
  const page = await enterAs(owner.account);
  expect(await statusOf(page.request, staged)).toBe(404);
  await pictureAfter(page, () => page.goto(staged.url));

  const response = await page.request.get(pathOf(staged));
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('image/webp');
  expect((await response.body()).length).toBeLessThanOrEqual(120 * 1024);
  // To the right edge, without a scrollbar; the password is not readable.
  const [background, box, rightEdge, field] = await colorsAt(page, pathOf(staged), [
    [600, 600],
    [200, 200],
    [1278, 400],
    [10, 25],
  ]);
  const near = (color = '', [red = 0, green = 0, blue = 0]: number[]) =>
    [red, green, blue].every((value, at) => Math.abs(value - Number(color.split(',')[at])) < 12);
  expect([near(background, [37, 99, 235]), near(rightEdge, [37, 99, 235])]).toEqual([true, true]);
  expect([near(box, [245, 158, 11]), near(field, [0, 0, 0])]).toEqual([true, true]);
});

test('the picture of a protected snapshot is served only to people who may open it', async ({
  owner,
  signedIn,
  visitor,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--password', 'open sesame');
  const page = await signedIn(owner.account);
  await pictureAfter(page, () => page.goto(staged.url));
  expect(await statusOf(page.request, staged)).toBe(200);
  expect(await statusOf(visitor.request, staged)).toBe(401);
  await visitor.goto(staged.url);
  await passGate(visitor, staged.password ?? '');
  await expect(visitor.locator('#preview')).toBeVisible();
  expect(await statusOf(visitor.request, staged)).toBe(200);
});

test('a folder dropped on the dashboard gets its picture there', async ({ owner, enterAs, prototype }) => {
  const page = await enterAs(owner.account);
  await expect(page.getByRole('button', { name: 'New snapshot' })).toBeVisible();
  const drop = await dragFolder(page, await prototype('multi-page'));
  await expect(page.getByText('Drop to stage')).toBeVisible();
  await pictureAfter(page, drop);
  const image = page.getByRole('row').filter({ hasText: 'multi-page' }).locator('img');
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1280);
});

test('a page that forbids scripts gets its picture', async ({ owner, enterAs }, info) => {
  const html = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><h1>Still</h1>`;
  const staged = await owner.stage(await folderWith(info, 'still', html));
  const page = await enterAs(owner.account);
  await pictureAfter(page, () => page.goto(staged.url));
  expect(await statusOf(page.request, staged)).toBe(200);
});

for (const [what, html] of [
  ['forbids the drawing', `<meta http-equiv="Content-Security-Policy" content="img-src 'none'"><h1>No</h1>`],
  ['is empty', '<!doctype html><title>Empty</title>'],
] as const) {
  test(`a page that ${what} keeps the placeholder and is tried once`, async ({ owner, enterAs }, info) => {
    const staged = await owner.stage(await folderWith(info, 'odd', html));
    const page = await enterAs(owner.account);
    const attached = framesAttachedTo(page);
    const attempts = page.locator('iframe[aria-hidden=true]');
    await page.goto(staged.url);
    // The preview, and the frame of an attempt.
    await expect.poll(() => attached.length).toBe(2);
    await expect(attempts).toHaveCount(0);
    attached.length = 0;
    await page.reload();
    await expect(commentButton(page)).toBeVisible();
    expect(attached).toHaveLength(1);
    expect(await statusOf(page.request, staged)).toBe(404);
  });
}

test('a page that never loads is given up, and the next folder gets its picture', async ({
  owner,
  enterAs,
  server,
}, info) => {
  const page = await enterAs(owner.account);
  await expect(page.getByRole('button', { name: 'New snapshot' })).toBeVisible();
  const { hostname } = new URL(server.url);
  let pages = 0;
  // The first picture's page is never answered.
  await page.route(
    (url) => url.hostname !== hostname,
    (route) => {
      pages += 1;
      return pages === 1 ? undefined : route.continue();
    },
  );
  const html = '<!doctype html><title>Shop</title><h1>Shop</h1>';
  await (
    await dragFolder(page, await folderWith(info, 'hanging', html))
  )();
  await expect.poll(() => pages).toBe(1);
  await expect(page.locator('iframe[aria-hidden=true]')).toHaveCount(1);
  await expect(page.locator('iframe[aria-hidden=true]')).toHaveCount(0);
  const rows = page.getByRole('row').filter({ hasText: 'hanging' });
  await expect(rows).toHaveCount(1);
  await expect(rows.locator('img')).toHaveCount(0);

  const drop = await dragFolder(page, await folderWith(info, 'answering', html), { x: 600, y: 700 });
  await pictureAfter(page, drop);
});
