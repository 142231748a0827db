import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openPreparedStripe } from '../../server/src/testing/stripe/prepared.ts';
import type { StripeStandIn } from '../../server/src/testing/stripe/standIn.ts';
import { type Server, startServer } from './server.ts';
import { PASSWORD } from './stagelink.ts';
import { test as base } from './story.ts';

const WEBHOOK_SECRET = 'whsec_of_the_stories';

interface BillingFixtures {
  stripe: StripeStandIn;
  /** A server that sells Pro through this Stripe. */
  seller: Server;
  buyer: Page;
}

/** A story on a server that sells Pro. */
export const test = base.extend<BillingFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
  stripe: async ({}, use) => {
    const stripe = await openPreparedStripe();
    await use(stripe);
    await stripe.close();
  },
  seller: async ({ stripe }, use) => {
    const server = await startServer({
      env: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: stripe.url,
      },
    });
    stripe.webhooks.sendTo(`${server.url}/webhooks/stripe`, WEBHOOK_SECRET);
    await use(server);
    await server.stop();
  },
  buyer: async ({ browser, seller }, use) => {
    const context = await browser.newContext({ baseURL: seller.url });
    await use(await context.newPage());
    await context.close();
  },
});

/** Creates an account that has seen the welcome, and signs this browser in. Returns its email address. */
export async function signedInBuyer(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/login');
  await page.evaluate(
    async (registration) => {
      const send = async (method: string, path: string, body: object) => {
        const headers = { 'Content-Type': 'application/json' };
        const reply = await fetch(path, { method, headers, body: JSON.stringify(body) });
        if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      };
      await send('POST', '/auth/register', registration);
      await send('PUT', '/api/onboarding', { skippedWelcome: true, checklistClosed: true });
    },
    { name: 'Ada', email, password: PASSWORD },
  );
  return email;
}
