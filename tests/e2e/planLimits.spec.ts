import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { signedInBuyer, test } from '../support/billing.ts';
import { type Account, stagelink } from '../support/stagelink.ts';
import { expect } from '../support/story.ts';

/** Makes a personal access token in the browser's session. */
const newToken = (page: Page) =>
  page.evaluate(async () => {
    const reply = await fetch('/tokens/create', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"description":"Shell"}',
    });
    return ((await reply.json()) as { token: string }).token;
  });

async function buyPro(page: Page): Promise<void> {
  await page.goto('/pricing');
  await page
    .getByRole('region', { name: 'Pro monthly' })
    .getByRole('button', { name: 'Upgrade to Pro' })
    .click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Subscription activated!')).toBeVisible();
}

test('a shell that uses a personal token stages with Pro, says where to upgrade without it, and stages again', async ({
  stripe,
  seller,
  buyer: page,
  prototype,
}, testInfo) => {
  const email = await signedInBuyer(page);
  await buyPro(page);
  const account: Account = { name: 'Ada', email, uid: '', token: await newToken(page) };
  const folder = await prototype('multi-page');
  const stage = () => stagelink(seller.url, account, testInfo.outputPath('home'), ['stage', folder, '--yes']);
  expect((await stage()).code).toBe(0);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  const plan = page.getByRole('region', { name: 'Plan Management' });
  await expect(plan.getByText('You keep Pro until')).toBeVisible();
  stripe.advance(40);
  await stripe.webhooks.flush();
  await expect(plan.getByText('Pro has ended')).toBeVisible();
  const refused = await stage();
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain(`Upgrade at ${seller.url}/pricing?mode=upgrade.`);

  await buyPro(page);
  expect((await stage()).code).toBe(0);
});

test('webhooks in the free plan lead to the prices', async ({ buyer: page }) => {
  await signedInBuyer(page);
  await page.goto('/settings#webhooks');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await expect(section.getByText('Webhooks are part of Pro.')).toBeVisible();
  await expect(section.getByRole('button', { name: 'New webhook' })).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await section.getByRole('link', { name: 'See Pro' }).click();
  await page.waitForURL('**/pricing?mode=upgrade');
});
