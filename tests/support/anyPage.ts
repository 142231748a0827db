import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { agentTag } from '@stagelink/shared/preview/handshake';
import { openPreview } from './pinSteps.ts';
import { APP, SERVED } from './previewStage.ts';

const PAGES = path.resolve(import.meta.dirname, '../prototypes/commenting');

/** Returns a page of the kinds on which commenting is difficult. */
export const anyPage = (name: string) => readFile(path.join(PAGES, `${name}.html`), 'utf8');

/** Returns the page as hosting sends it. */
export const servedPage = async (name: string) =>
  (await anyPage(name)).replace('<head>', `<head>${agentTag(APP, SERVED)}`);

/** Opens a page in a minimal viewer. */
export async function openAnyPage(page: Page, name: string, path = '/'): Promise<void> {
  await openPreview(page, { '/': await servedPage(name) }, path, { width: 900, height: 600 });
}
