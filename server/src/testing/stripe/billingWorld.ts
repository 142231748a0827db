import { startSubscription, startTrial, type BillingPlan } from '@stagelink/shared/contracts/billing';
import { me, type User } from '@stagelink/shared/contracts/accounts';
import { jobHandlers } from '../../app/jobHandlers.ts';
import type { Config } from '../../platform/config.ts';
import type { Person } from '../builders.ts';
import { createMailWorld, type MailWorld } from '../mailWorld.ts';
import { openPreparedStripe } from './prepared.ts';
import type { StripeStandIn } from './standIn.ts';

const WEBHOOK_SECRET = 'whsec_of_the_tests';
export const VISA = '4242 4242 4242 4242';

export interface BillingWorld extends MailWorld {
  stripe: StripeStandIn;
  /** The account as `GET /me` shows it. */
  userOf: (person: Person) => Promise<User>;
  /** Buys at the hosted checkout and comes back. Returns where the browser ends. */
  buy: (
    person: Person,
    mode: 'trial' | 'upgrade',
    about?: { plan?: BillingPlan; number?: string; promotion?: string; isBack?: boolean },
  ) => Promise<string>;
  /** Comes back from the checkout to this URL. Returns where the browser ends. */
  comeBack: (person: Person, location: string) => Promise<string>;
  /** Delivers the webhooks and runs their jobs. */
  settle: () => Promise<void>;
  /** Removes what the tests before bought, so that it is neither renewed nor read again. */
  removeCustomers: () => Promise<void>;
}

/** A server with billing, a mail server and its own Stripe, whose webhooks reach the server over HTTP. */
export async function createBillingWorld(patch: Partial<Config> = {}): Promise<BillingWorld> {
  const stripe = await openPreparedStripe();
  const billing = {
    stripeSecretKey: stripe.secretKey,
    stripePublishableKey: null,
    collectsTaxes: false,
    webhookSecrets: [WEBHOOK_SECRET],
    apiBase: stripe.url,
  };
  const world = await createMailWorld({ billing, isSelfHosted: false, ...patch });
  stripe.webhooks.sendTo(`http://127.0.0.1:${world.port}/webhooks/stripe`, WEBHOOK_SECRET);

  async function comeBack(person: Person, location: string): Promise<string> {
    const { pathname, search } = new URL(location);
    const answer = await world.fetch({
      path: pathname + search,
      headers: { Authorization: `Bearer ${person.secret}` },
    });
    return String(answer.headers.location);
  }

  return {
    ...world,
    stripe,
    userOf: async (person) => (await world.as(person)(me, {})).user,
    async buy(person, mode, { plan = 'monthly', number = VISA, promotion = '', isBack = true } = {}) {
      const contract = mode === 'trial' ? startTrial : startSubscription;
      const { url } = await world.as(person)(contract, { plan });
      const { location, html } = await stripe.submit(url, { action: 'pay', number, promotion });
      if (location === null) throw new Error(html);
      return isBack ? comeBack(person, location) : location;
    },
    comeBack,
    async settle() {
      await stripe.webhooks.flush();
      await world.app.jobs.drain(jobHandlers(world.app));
    },
    async removeCustomers() {
      await stripe.webhooks.flush();
      stripe.removeCustomers();
      for (const table of ['pgboss.job', 'stripe_events', 'billing_effects', 'billing_accounts'])
        await world.app.db(table).delete();
    },
    async close() {
      await world.close();
      await stripe.close();
    },
  };
}
