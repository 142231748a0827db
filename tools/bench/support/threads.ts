import { rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../../tests/support/chromium.ts';
import { copyThread } from '../../../tests/support/database.ts';
import { type Server, newDataDir } from '../../../tests/support/server.ts';
import { commentsPanel } from '../../../tests/support/pages/comments.ts';
import { clickIn } from '../../../tests/support/pages/viewer.ts';
import { copyPrototype } from '../../../tests/support/stagelink.ts';
import { keepCommentsOpen, openLink, ownerOn, startPicking } from '../../../tests/support/story.ts';
import { framesRow, scrollFast, waitForRows } from './frames.ts';

const ROUNDS = 3;
const THREADS = 500;

/** Measures the list of comments of a page with many pinned threads, as a visitor scrolls it. */
export async function measureThreads(server: Server): Promise<void> {
  const home = await newDataDir();
  const { folder, remove } = await copyPrototype('multi-page');
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const staged = await (await ownerOn(server, home)).stage(folder, '--no-password');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await keepCommentsOpen(context);
    const page = await context.newPage();
    await openLink(page, staged);
    await startPicking(page);
    await clickIn(page, 'img');
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Thread');
    await page.keyboard.press('Control+Enter');
    await commentsPanel(page).getByRole('button', { name: 'Reply' }).first().waitFor();
    await copyThread(server, staged.snapshotId, THREADS - 1);
    const scrolls: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.reload();
      await waitForRows(page, 'ol article', THREADS);
      await commentsPanel(page).hover();
      scrolls.push(await scrollFast(browser, page));
    }
    framesRow(`a fast scroll of ${THREADS} threads`, scrolls);
  } finally {
    await browser.close();
    await remove();
    await rm(home, { recursive: true, force: true });
  }
}
