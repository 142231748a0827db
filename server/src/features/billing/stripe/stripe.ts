import type { BillingConfig } from '../../../platform/config.ts';
import * as changes from './changes.ts';
import * as checkouts from './checkouts.ts';
import { clientOf } from './client.ts';
import * as customers from './customers.ts';
import * as events from './events.ts';
import { explained } from './failures.ts';
import { openPortal } from './portal.ts';
import { readPrices } from './prices.ts';
import { readSubscription } from './subscriptions.ts';
import { subscribe } from './wallet.ts';

/** What we ask of Stripe. Failures are sentences for the user. */
export function createStripe(config: BillingConfig) {
  const stripe = clientOf(config);
  const signed = {
    webhookSecrets: config.webhookSecrets,
    isLive: config.stripeSecretKey.includes('_live_'),
  };
  /** Binds a request to this account at Stripe. */
  const asking = <Given extends unknown[], Reply>(
    ask: (client: typeof stripe, ...given: Given) => Promise<Reply>,
  ) => explained((...given: Given) => ask(stripe, ...given));

  return {
    collectsTaxes: config.collectsTaxes,
    readPrices: asking(readPrices),
    createCustomer: asking(customers.createCustomer),
    hasCustomer: asking(async (client, customerId: string) =>
      Boolean(await customers.findCustomer(client, customerId)),
    ),
    updateCustomer: asking(customers.updateCustomer),
    deleteCustomer: asking(customers.deleteCustomer),
    readSubscription: asking(readSubscription),
    chargeDefaultCard: asking(changes.chargeDefaultCard),
    cancelAtPeriodEnd: asking(changes.cancelAtPeriodEnd),
    reactivate: asking(changes.reactivate),
    end: asking(changes.end),
    refuse: asking(changes.refuse),
    refundAll: asking(changes.refundAll),
    createCheckout: asking((client, checkout: checkouts.NewCheckout) =>
      checkouts.createCheckout(client, checkout, config.collectsTaxes),
    ),
    endOtherCheckouts: asking(checkouts.endOtherCheckouts),
    customerOfCheckout: asking(checkouts.customerOfCheckout),
    subscribe: asking(subscribe),
    openPortal: asking(openPortal),
    readEvent: asking((client, body: Buffer, signature: string) =>
      events.readEvent(client, signed, body, signature),
    ),
    eventsSince: asking(events.eventsSince),
  };
}

export type StripeApi = ReturnType<typeof createStripe>;
