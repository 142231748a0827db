import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { type DrawnPin, FromAgent, type ToAgent } from '@stagelink/shared/preview/messages';
import { CONTENT, openViewer, preview, serve, type Site, viewer } from './previewStage.ts';

/** Steps of stories about picking elements and their pins. */

interface Size {
  width: number;
  height: number;
}
/** Same as the viewer of the stories. */
const SIZE = 'width:600px;height:400px';

export async function openPreview(page: Page, site: Site, path = '/', size?: Size): Promise<void> {
  await serve(page, CONTENT, site);
  const html = viewer(`${CONTENT}${path}`, CONTENT);
  const style = size ? `width:${size.width}px;height:${size.height}px` : SIZE;
  await openViewer(page, html.replace(SIZE, style));
  await expect.poll(() => page.evaluate(() => window.received.length)).toBeGreaterThan(0);
}

export const sendToAgent = (page: Page, message: ToAgent) =>
  page.evaluate((received) => window.sendToAgent(received), message);

export type Of<T extends FromAgent['type']> = Extract<FromAgent, { type: T }>;

/** Returns the agent's last message of a type. */
export const last = <T extends FromAgent['type']>(page: Page, type: T) =>
  page.evaluate((wanted) => window.received.findLast((one) => one.type === wanted), type) as Promise<
    Of<T> | undefined
  >;

export async function pickMode(page: Page): Promise<void> {
  await sendToAgent(page, { type: 'pick', isOn: true });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: true });
}

/** Returns what a click in pick mode picks, checked against the contract as in the viewer. */
export async function pickAt(page: Page, x: number, y: number): Promise<Of<'picked'>> {
  await pickMode(page);
  const before = (await last(page, 'picked'))?.pickId;
  await page.mouse.click(x, y);
  await expect.poll(async () => (await last(page, 'picked'))?.pickId ?? before).not.toBe(before);
  return FromAgent.parse(await last(page, 'picked')) as Of<'picked'>;
}

export async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const seen: NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>[] = [];
  // A page that draws itself anew has no such element for a moment.
  await expect
    .poll(async () => {
      const now = await preview(page).locator(selector).boundingBox();
      if (now) seen.push(now);
      return seen.length;
    })
    .toBeGreaterThan(0);
  const [box] = seen;
  if (!box) throw new Error(`${selector} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const pinOn = (
  { picked }: Of<'picked'>,
  number: number | null,
  more: Partial<DrawnPin> = {},
): DrawnPin => ({
  id: randomUUID(),
  number,
  locator: picked.locator,
  isResolved: false,
  isCurrent: false,
  ...more,
});

/** Picks the middle of an element and adds a pin to it. */
export async function pinTo(page: Page, selector: string, number: number, more: Partial<DrawnPin> = {}) {
  const { x, y } = await middleOf(page, selector);
  return pinOn(await pickAt(page, x, y), number, more);
}

export const showPins = (page: Page, pins: DrawnPin[], areShown = true) =>
  sendToAgent(page, { type: 'pins', pins, areShown });

/** Returns the status of pins, in their order. */
export async function statusOf(page: Page, ...pins: DrawnPin[]): Promise<(string | undefined)[]> {
  const findings = (await last(page, 'pins'))?.findings ?? [];
  return pins.map(({ id }) => findings.find((one) => one.id === id)?.status);
}
