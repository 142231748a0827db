import { expect, test } from '../support/story.ts';

test('the API page shows every call, and loads nothing from other hosts', async ({ page, server }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.url && protocol.startsWith('http')) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { name: 'Stagelink API' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Access tokens' })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});
