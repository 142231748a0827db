import { expect, type Page, test } from '@playwright/test';
import { FromAgent, type DrawnPin, type ToAgent } from '@stagelink/shared/preview/messages';
import {
  CONTENT,
  document,
  openViewer,
  preview,
  serve,
  viewer,
  watchConsole,
} from '../support/previewStage.ts';

/** Picking elements and drawing pins, in prototypes of every temper. */

async function open(page: Page, site: Record<string, string>, path = '/'): Promise<void> {
  await serve(page, CONTENT, site);
  await openViewer(page, viewer(`${CONTENT}${path}`, CONTENT));
  await expect.poll(() => page.evaluate(() => window.said.length)).toBeGreaterThan(0);
}

const tell = (page: Page, message: ToAgent) => page.evaluate((said) => window.tell(said), message);

type Of<T extends FromAgent['type']> = Extract<FromAgent, { type: T }>;

/** What the agent said last about something. */
const last = <T extends FromAgent['type']>(page: Page, type: T) =>
  page.evaluate((wanted) => window.said.findLast((one) => one.type === wanted), type) as Promise<
    Of<T> | undefined
  >;

async function pickMode(page: Page): Promise<void> {
  await tell(page, { type: 'pick', isOn: true });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: true });
}

/** What a click in pick mode picks, checked against the contract as the viewer does. */
async function pickAt(page: Page, x: number, y: number): Promise<Of<'picked'>> {
  await pickMode(page);
  const before = (await last(page, 'picked'))?.pickId;
  await page.mouse.click(x, y);
  await expect.poll(async () => (await last(page, 'picked'))?.pickId ?? before).not.toBe(before);
  return FromAgent.parse(await last(page, 'picked')) as Of<'picked'>;
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await preview(page).locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const pinOn = ({ picked }: Of<'picked'>, number: number | null, more: Partial<DrawnPin> = {}): DrawnPin => ({
  id: crypto.randomUUID(),
  number,
  locator: picked.locator,
  isResolved: false,
  isCurrent: false,
  ...more,
});

test('pick, picked, pinned', async ({ page }) => {
  const complaints = watchConsole(page);
  await open(page, {
    '/': document(`<h1>Checkout</h1><button onclick="document.title='clicked'"><span>Save</span></button>`),
  });
  const { x, y } = await middleOf(page, 'button');
  const picked = await pickAt(page, x, y);
  expect(picked.picked.elementName).toBe('Save, button');
  expect(await last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
  const pin = pinOn(picked, 1);
  await tell(page, { type: 'pins', pins: [pin], areShown: true });
  await expect
    .poll(async () => (await last(page, 'pins'))?.findings)
    .toEqual([{ id: pin.id, status: 'found', confidence: expect.any(Number) }]);
  await page.mouse.click(x + 8, y - 8);
  await expect.poll(() => last(page, 'pinPressed')).toEqual({ type: 'pinPressed', ids: [pin.id] });
  expect(complaints).toEqual([]);
});

test('a page that is watched tells where it is scrolled to, but not where it was led', async ({ page }) => {
  await open(page, { '/': document('<div style="height:3000px">Long</div>') });
  await tell(page, { type: 'watchScroll', isOn: true });
  // What is told is heard in order.
  await pickMode(page);
  await tell(page, { type: 'pick', isOn: false });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 240);
  await expect.poll(() => last(page, 'scrolled')).toEqual({ type: 'scrolled', x: 0, y: 240 });

  await tell(page, { type: 'scrollTo', x: 0, y: 99_999 });
  await page.mouse.wheel(0, -100);
  await expect.poll(() => last(page, 'scrolled')).toEqual({ type: 'scrolled', x: 0, y: 2516 });
  const led = await page.evaluate(() => window.said.filter((one) => one.type === 'scrolled' && one.y > 2516));
  expect(led).toEqual([]);
});

test('a pick brings a picture of its surroundings, in which no password can be read', async ({ page }) => {
  const complaints = watchConsole(page);
  const field = (value: string) =>
    document(`<style>input{width:200px;height:60px;border:0;background:#fff;font:40px monospace;outline:0}</style>
      <h1>Sign in</h1><input type="password" value="${value}"><img src="http://elsewhere.test/a.svg"><button>Go</button>`);
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20z"/></svg>';
  await serve(page, 'http://elsewhere.test', { '/a.svg': image });
  await open(page, { '/': field('secret'), '/empty': field('') });

  const looks: (string | null)[] = [];
  for (const path of ['/', '/empty']) {
    await tell(page, { type: 'show', route: path, page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe(path);
    const { x, y } = await middleOf(page, 'input');
    const { pickId } = await pickAt(page, x, y);
    await expect.poll(async () => (await last(page, 'pictured'))?.pickId).toBe(pickId);
    const look = await page.evaluate(async () => {
      const one = window.said.findLast(({ type }) => type === 'pictured');
      if (one?.type !== 'pictured' || !one.picture) return null;
      const picture = await createImageBitmap(new Blob([one.picture]));
      const digest = await crypto.subtle?.digest('SHA-256', one.picture);
      return `${picture.width}x${picture.height} ${digest ? [...new Uint8Array(digest)].join() : one.picture.byteLength}`;
    });
    looks.push(look);
  }
  expect(looks[0]).toMatch(/^1200x800 /);
  expect(looks[0]).toBe(looks[1]);
  expect(complaints).toEqual([]);
});

test('where no picture may be made, the prototype hears of no attempt', async ({ page }) => {
  const complaints = watchConsole(page);
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'">`;
  await open(page, { '/': document(`<button>Save</button>`).replace('<title>', `${policy}<title>`) });
  const { x, y } = await middleOf(page, 'button');
  const picked = await pickAt(page, x, y);
  await expect
    .poll(() => last(page, 'pictured'))
    .toEqual({
      type: 'pictured',
      pickId: picked.pickId,
      picture: null,
    });
  await tell(page, { type: 'pins', pins: [pinOn(picked, 1)], areShown: true });
  await expect.poll(async () => (await last(page, 'pins'))?.findings[0]?.status).toBe('found');
  expect(complaints).toEqual([]);
});
