import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { logIn } from '../support/pages/account.ts';
import { pageCommentField } from '../support/pages/comments.ts';
import { freePort, startServer } from '../support/server.ts';
import { expect, ownerOn, test } from '../support/story.ts';

/** A page of another product that frames ours, with its own policy. */
async function startCustomer(port: number, ourUrl: string) {
  const server = createServer((request, response) => {
    const framed =
      ourUrl + (new URL(request.url ?? '/', 'http://localhost').searchParams.get('framed') ?? '');
    response.setHeader('Content-Type', 'text/html');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'unsafe-inline'; frame-src ${ourUrl}`,
    );
    response.end(`<!doctype html><title>Customer</title>
<script>
  window.received = [];
  addEventListener('message', ({ data, origin }) => window.received.push({ data, origin }));
</script>
<iframe id="widget" src="${framed.replaceAll('&', '&amp;')}"></iframe>`);
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

const received = (page: Page) => page.evaluate(() => (window as unknown as { received: unknown[] }).received);

test('a page of a configured origin frames sections and learns of the sign-in, and no other page does', async ({
  browser,
  prototype,
}) => {
  const port = await freePort();
  const allowed = `http://localhost:${port}`;
  const refused = `http://127.0.0.1:${port}`;
  const server = await startServer({ env: { EMBED_ORIGINS: allowed } });
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  const stopCustomer = await startCustomer(port, server.url);
  const context = await browser.newContext();
  try {
    const owner = await ownerOn(server, home);
    const { snapshotId } = await owner.stage(await prototype('multi-page'), '--no-password');
    const addressOf = (section: string) => `/?framed=${encodeURIComponent(`/s/${snapshotId}#${section}`)}`;
    const page = await context.newPage();

    await page.goto(allowed + addressOf('login'));
    const signIn = page.frameLocator('#widget');
    await logIn(signIn, owner.account.email);
    await expect
      .poll(() => received(page))
      .toEqual([{ data: { type: 'LOGIN_SUCCESS' }, origin: server.url }]);
    await expect(signIn.getByRole('heading', { name: 'You are signed in as Ada' })).toBeVisible();

    await page.goto(allowed + addressOf('comments'));
    const comments = page.frameLocator('#widget');
    await pageCommentField(comments).fill('From a customer’s page');
    await pageCommentField(comments).press('Control+Enter');
    await expect(comments.getByText('From a customer’s page')).toBeVisible();
    // No empty strip is kept for a scrollbar.
    const gap = await comments
      .locator('main')
      .evaluate((main) => innerWidth - main.getBoundingClientRect().width);
    expect(gap).toBe(0);

    const other = await context.newPage();
    const refusal = other.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await other.goto(refused + addressOf('comments'));
    expect((await refusal).text()).toContain(allowed);
    await expect(other.frameLocator('#widget').getByRole('textbox')).toHaveCount(0);
    expect(await received(other)).toEqual([]);
  } finally {
    await context.close();
    await stopCustomer();
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
});
