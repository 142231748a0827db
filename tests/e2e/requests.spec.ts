import type { Page } from '@playwright/test';
import { expect, openLink, signIn, test } from '../support/story.ts';

/** Returns the scripts and style sheets of a page, read once its network is idle. */
function watchFiles(page: Page): () => Promise<string[]> {
  const files: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    return files;
  };
}

test('the dashboard and the viewer load few files', async ({ owner, prototype, server, page, visitor }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');

  const dashboardFiles = watchFiles(page);
  await signIn(page, server, owner.account.email);
  await expect(page.getByRole('row', { name: /multi-page/ })).toBeVisible();
  expect((await dashboardFiles()).length).toBeLessThan(50);

  const viewerFiles = watchFiles(visitor);
  const preview = await openLink(visitor, staged);
  await expect(preview.locator('img').first()).toBeVisible();
  expect((await viewerFiles()).length).toBeLessThan(50);
});
