import type { Page } from '@playwright/test';
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
