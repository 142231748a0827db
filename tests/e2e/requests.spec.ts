import type { Page } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { expect, openLink, signIn, startPicking, test } from '../support/story.ts';

/** Returns the scripts and style sheets that a page asks for. */
function watchFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
  });
  return files;
}

test('the dashboard and the viewer load few files', async ({ owner, prototype, server, page, visitor }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');

  const dashboardFiles = watchFiles(page);
  await signIn(page, server, owner.account.email);
  await expect(page.getByRole('row', { name: /multi-page/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New snapshot' })).toBeVisible();
  expect(dashboardFiles.length).toBeGreaterThan(10);
  expect(dashboardFiles.length).toBeLessThan(50);

  const viewerFiles = watchFiles(visitor);
  await openLink(visitor, staged);
  await startPicking(visitor);
  expect(viewerFiles.length).toBeGreaterThan(10);
  expect(viewerFiles.length).toBeLessThan(50);
});

test('the files of a server that has just started are compressed already', async ({ page }) => {
  const server = await startServer();
  try {
    const compressed: string[] = [];
    const uncompressed: number[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      const headers = response.headers();
      if (headers['content-encoding'] === 'br') compressed.push(response.url());
      else uncompressed.push(Number(headers['content-length']));
    });
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(compressed.length).toBeGreaterThan(5);
    // They fit one packet either way.
    expect(uncompressed.filter((bytes) => bytes >= 512)).toEqual([]);
  } finally {
    await server.stop();
  }
});
