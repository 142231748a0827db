import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { PageState } from '@stagelink/shared/preview/pickedElement';
import { agentTag, REOPEN_PATH } from '@stagelink/shared/preview/handshake';
import { last, openPreview, pinOn, pickAt, middleOf, sendToAgent, showPins, statusOf } from './pinSteps.ts';
import { APP, SERVED } from './previewStage.ts';
import { openLink, previewOf } from './story.ts';

const PAGES = path.resolve(import.meta.dirname, '../prototypes/closed-parts');

/** Returns a page with the agent, as it is served. */
export const withAgent = (html: string): string =>
  html.replace(/<head>|^/, (start) => `${start}${agentTag(APP, SERVED)}`);

/** Returns a page of the prototype of closed parts. */
export const closedPart = async (name: string): Promise<string> =>
  withAgent(await readFile(path.join(PAGES, `${name}.html`), 'utf8'));

/** Opens a page as a viewer does that has no pins yet, and waits until the agent remembers actions. */
export async function openPart(
  page: Page,
  html: string,
  size?: Parameters<typeof openPreview>[3],
): Promise<void> {
  await openPreview(page, { '/': html }, '/', size);
  await showPins(page, []);
  // No pin has this id: the reply says that the code is loaded.
  await reopen(page, randomUUID());
}

/** Presses Show, and waits until the agent has done what it can. */
async function reopen(page: Page, id: string, state: PageState | null = null): Promise<boolean> {
  const count = () => page.evaluate(() => window.received.filter(({ type }) => type === 'reopened').length);
  const before = await count();
  await sendToAgent(page, { type: 'reopen', id, page: state });
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before);
  return (await last(page, 'reopened'))?.isOpen ?? false;
}

/** Picks an element of an open part, with what opened it. */
export async function pinInside(page: Page, selector: string, number: number): Promise<DrawnPin> {
  const { x, y } = await middleOf(page, selector);
  const picked = await pickAt(page, x, y);
  return pinOn(picked, number, { actions: picked.picked.actions ?? null });
}

/** Loads the page anew, with pins. */
export async function reopenPage(page: Page, pins: DrawnPin[]): Promise<void> {
  const before = await page.evaluate(() => window.received.filter(({ type }) => type === 'document').length);
  await sendToAgent(page, { type: 'reload' });
  await expect
    .poll(() => page.evaluate(() => window.received.filter(({ type }) => type === 'document').length))
    .toBeGreaterThan(before);
  await showPins(page, pins);
}

/** Presses Show at a pin in a closed part. Returns whether the part is open now. */
export async function showClosed(
  page: Page,
  pin: DrawnPin,
  state: PageState | null = null,
): Promise<boolean> {
  await expect.poll(() => statusOf(page, pin)).toEqual(['closed']);
  return reopen(page, pin.id, state);
}

/** Opens a link in the viewer, and waits until the agent remembers actions. */
export async function openRemembering(page: Page, link: Parameters<typeof openLink>[1]): Promise<void> {
  const remembering = page.waitForResponse((response) => response.url().endsWith(REOPEN_PATH));
  await openLink(page, link);
  const url = (await remembering).url();
  // A module is evaluated once: this import waits for the agent's.
  await previewOf(page)
    .locator('html')
    .evaluate((_, url) => import(url), url);
}
