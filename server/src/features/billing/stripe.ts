import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { TRIAL_DAYS } from '@stagelink/shared/contracts/limits';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../../platform/config.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { PaymentFacts, StripeStatus, SubscriptionFacts } from './policy.ts';

/** Answers within ten seconds, the second attempt included. */
const TIMEOUT_MS = 4_500;
const RETRIES = 1;
/** Of the webhook’s clock against ours. */
const TOLERANCE_SECONDS = 300;
const LISTED = 100;
/** Prices are found by these names, never by an id in the configuration. */
export const LOOKUP_KEYS: Record<BillingPlan, string> = {
  monthly: 'stagelink_pro_monthly',
  annual: 'stagelink_pro_annual',
};

interface Customer {
  uid: string;
  email: string;
  name: string;
}

interface NewCheckout {
  uid: string;
  customerId: string;
  plan: BillingPlan;
  isTrial: boolean;
  successUrl: string;
  cancelUrl: string;
  /** The same for all requests with this key. */
  expiresAt: Date;
  idempotencyKey: string;
}

interface WalletPurchase {
  uid: string;
  customerId: string;
  plan: BillingPlan;
  paymentMethodId: string;
}

/** `unusable`: Stripe has no such payment method, or it is another customer’s. */
type WalletPayment = { outcome: 'paid' | 'unusable' } | { outcome: 'refused'; reason: string };

export interface StripeEvent {
  id: string;
  type: string;
  created: Date;
  customerId: string | null;
}

/** What we ask of Stripe. */
export interface StripeApi {
  /** Returns the prices in cents of US dollars; null where there is none. */
  readPrices: () => Promise<Record<BillingPlan, number | null>>;
  createCustomer: (customer: Customer) => Promise<string>;
  /** Also when Stripe has none any more. */
  deleteCustomer: (customerId: string) => Promise<void>;
  /** Returns the subscription that counts, and its payments; null if there never was one. */
  readSubscription: (customerId: string) => Promise<SubscriptionFacts | null>;
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string | null }>;
  /** Returns false if it was completed meanwhile. */
  expireCheckout: (checkoutId: string) => Promise<boolean>;
  /** Returns the customer of a completed checkout, or null. */
  customerOfCheckout: (checkoutId: string) => Promise<string | null>;
  /** Subscribes at once with a payment method that Stripe made from a wallet. */
  subscribe: (purchase: WalletPurchase) => Promise<WalletPayment>;
  openPortal: (customerId: string, returnUrl: string, page: 'home' | 'payment') => Promise<string | null>;
  cancelAtPeriodEnd: (subscriptionId: string) => Promise<void>;
  /** Ends a trial that the customer may not have, as if it had never been. */
  refuseTrial: (subscriptionId: string) => Promise<void>;
  reactivate: (subscriptionId: string) => Promise<void>;
  /** Verifies the signature. Returns null if no secret fits, it is too old, or it is of the other mode. */
  readEvent: (body: Buffer, signature: string) => Promise<StripeEvent | null>;
  /** Events since then, oldest first. */
  eventsSince: (moment: Date) => Promise<StripeEvent[]>;
}

const dateOf = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000));
const idOf = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null);

/** Explains a failure of Stripe to the user, with Stripe’s own sentence about a card. */
function toUserError(cause: unknown): unknown {
  if (cause instanceof Stripe.errors.StripeCardError) {
    return new AppError('conflict', cause.message, { cause });
  }
  if (cause instanceof Stripe.errors.StripeError) {
    return new AppError(
      'unavailable',
      'The payment provider does not respond. Please try again in a moment.',
      {
        cause,
      },
    );
  }
  return cause;
}

/** The SDK takes any JSON without an error for a reply. */
function assertReply(part: unknown): void {
  if (!part)
    throw new Stripe.errors.StripeAPIError({ message: 'The reply is incomplete', type: 'api_error' });
}

const isMissing = (cause: unknown) =>
  cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing';

/** Reads a refusal of the card as an outcome; throws any other failure. */
function refusedBy(cause: unknown): WalletPayment {
  if (cause instanceof Stripe.errors.StripeCardError) return { outcome: 'refused', reason: cause.message };
  throw cause;
}

/** The comment of a trial that was refused; it does not count. */
const REFUSED = 'Refused by Stagelink';
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete', 'incomplete_expired']);

/** The subscription that counts: one that runs, else one that has ended, else an unpaid attempt; the newest of these. */
function currentOf(subscriptions: Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = ({ status }: Stripe.Subscription) => {
    if (!OVER.has(status)) return 0;
    return status === 'canceled' ? 1 : 2;
  };
  return subscriptions
    .filter(({ status, cancellation_details: why }) => status !== 'canceled' || why?.comment !== REFUSED)
    .toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
}

function paymentOf(invoice: Stripe.Invoice): PaymentFacts {
  return {
    invoiceId: invoice.id ?? '',
    cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    isPaid: invoice.status === 'paid',
    isRefused: invoice.status === 'open' && invoice.attempted,
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    at: dateOf(invoice.status_transitions.paid_at ?? invoice.created) ?? new Date(0),
    receiptUrl: invoice.hosted_invoice_url ?? null,
  };
}

/** How objects that `setup.ts` makes are found again. */
export const OURS = { app: 'stagelink' } as const;

/** What is needed to talk to Stripe. */
export type StripeConnection = Pick<BillingConfig, 'stripeSecretKey' | 'apiBase'>;

export function clientOf({ stripeSecretKey, apiBase }: StripeConnection): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(stripeSecretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'https:' ? 'https' : 'http',
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
    }),
  });
}

class SdkStripe implements StripeApi {
  readonly #stripe: Stripe;
  readonly #config: BillingConfig;
  readonly #prices = new Map<BillingPlan, string>();
  #portal: string | undefined;

  constructor(config: BillingConfig) {
    this.#config = config;
    this.#stripe = clientOf(config);
  }

  async #priceId(plan: BillingPlan): Promise<string> {
    const known = this.#prices.get(plan);
    if (known !== undefined) return known;
    const { data } = await this.#stripe.prices.list({ lookup_keys: [LOOKUP_KEYS[plan]], active: true });
    assertReply(data);
    const id = data[0]?.id;
    if (id === undefined) {
      throw new AppError(
        'unavailable',
        'This server’s billing is not set up yet. Please contact its administrator.',
      );
    }
    this.#prices.set(plan, id);
    return id;
  }

  async #portalId(): Promise<string | undefined> {
    if (this.#portal === undefined) {
      const { data } = await this.#stripe.billingPortal.configurations.list({ active: true, limit: LISTED });
      this.#portal = data.find(({ metadata }) => metadata?.['app'] === OURS.app)?.id;
    }
    return this.#portal;
  }

  async readPrices(): Promise<Record<BillingPlan, number | null>> {
    const { data } = await this.#stripe.prices.list({
      lookup_keys: Object.values(LOOKUP_KEYS),
      active: true,
    });
    const centsOf = (plan: BillingPlan) => {
      const price = data.find(
        ({ lookup_key: key, currency }) => key === LOOKUP_KEYS[plan] && currency === 'usd',
      );
      return price?.unit_amount ?? null;
    };
    return { monthly: centsOf('monthly'), annual: centsOf('annual') };
  }

  async createCustomer({ uid, email, name }: Customer): Promise<string> {
    const { id } = await this.#stripe.customers.create(
      { email, name, metadata: { uid } },
      { idempotencyKey: `customer:${uid}` },
    );
    assertReply(id);
    return id;
  }

  async deleteCustomer(customerId: string): Promise<void> {
    try {
      assertReply((await this.#stripe.customers.del(customerId)).deleted);
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
    }
  }

  async #previewOf({
    id,
    status,
    cancel_at: cancelAt,
  }: Stripe.Subscription): Promise<SubscriptionFacts['next']> {
    if (cancelAt !== null || (status !== 'trialing' && status !== 'active')) return null;
    try {
      const preview = await this.#stripe.invoices.createPreview({ subscription: id });
      const at = dateOf(preview.next_payment_attempt ?? preview.period_end);
      return at && { at, cents: preview.amount_due };
    } catch (cause) {
      // It was cancelled between the two requests; the next event brings that.
      if (cause instanceof Stripe.errors.StripeInvalidRequestError) return null;
      throw cause;
    }
  }

  async readSubscription(customerId: string): Promise<SubscriptionFacts | null> {
    const { data } = await this.#stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: LISTED,
      expand: ['data.default_payment_method'],
    });
    assertReply(data);
    const subscription = currentOf(data);
    if (!subscription) return null;
    const { data: invoices } = await this.#stripe.invoices.list({
      customer: customerId,
      subscription: subscription.id,
      limit: LISTED,
    });
    const [item] = subscription.items.data;
    const { default_payment_method: method } = subscription;
    return {
      id: subscription.id,
      status: subscription.status as StripeStatus,
      plan: item?.price.recurring?.interval === 'year' ? 'annual' : 'monthly',
      startedAt: dateOf(subscription.start_date) ?? new Date(0),
      periodEnd: dateOf(item?.current_period_end ?? null),
      trialEnd: dateOf(subscription.trial_end),
      // The API sets `cancel_at_period_end`, the customer portal only `cancel_at`.
      cancelAt:
        dateOf(subscription.cancel_at) ??
        (subscription.cancel_at_period_end ? dateOf(item?.current_period_end ?? null) : null),
      cancelledAt: dateOf(subscription.canceled_at),
      next: await this.#previewOf(subscription),
      cardFingerprint: typeof method === 'object' ? (method?.card?.fingerprint ?? null) : null,
      payments: invoices.map(paymentOf),
    };
  }

  async createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string | null }> {
    const { uid, customerId, plan, isTrial, successUrl, cancelUrl, expiresAt, idempotencyKey } = checkout;
    const { id, url } = await this.#stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: uid,
        line_items: [{ price: await this.#priceId(plan), quantity: 1 }],
        allow_promotion_codes: true,
        adaptive_pricing: { enabled: false },
        customer_update: { address: 'auto', name: 'auto' },
        payment_method_collection: 'always',
        metadata: { uid },
        subscription_data: {
          metadata: { uid },
          ...(isTrial && {
            trial_period_days: TRIAL_DAYS,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }),
        },
        success_url: successUrl,
        cancel_url: cancelUrl,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
      },
      { idempotencyKey },
    );
    assertReply(id);
    return { id, url };
  }

  async expireCheckout(checkoutId: string): Promise<boolean> {
    try {
      await this.#stripe.checkout.sessions.expire(checkoutId);
      return true;
    } catch (cause) {
      if (isMissing(cause)) return true;
      if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
      const { status } = await this.#stripe.checkout.sessions.retrieve(checkoutId);
      return status !== 'complete';
    }
  }

  async customerOfCheckout(checkoutId: string): Promise<string | null> {
    try {
      const { status, customer } = await this.#stripe.checkout.sessions.retrieve(checkoutId);
      return status === 'complete' ? idOf(customer) : null;
    } catch (cause) {
      if (isMissing(cause)) return null;
      throw cause;
    }
  }

  async #attach(paymentMethodId: string, customerId: string): Promise<string | WalletPayment> {
    try {
      const { id } = await this.#stripe.paymentMethods.attach(paymentMethodId, { customer: customerId });
      assertReply(id);
      return id;
    } catch (cause) {
      if (cause instanceof Stripe.errors.StripeInvalidRequestError) return { outcome: 'unusable' };
      return refusedBy(cause);
    }
  }

  async subscribe({ uid, customerId, plan, paymentMethodId }: WalletPurchase): Promise<WalletPayment> {
    const price = await this.#priceId(plan);
    const attached = await this.#attach(paymentMethodId, customerId);
    if (typeof attached !== 'string') return attached;
    try {
      const { id } = await this.#stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: attached,
          payment_behavior: 'error_if_incomplete',
          metadata: { uid },
        },
        { idempotencyKey: `wallet:${uid}:${attached}` },
      );
      assertReply(id);
      return { outcome: 'paid' };
    } catch (cause) {
      return refusedBy(cause);
    }
  }

  async openPortal(customerId: string, returnUrl: string, page: 'home' | 'payment'): Promise<string | null> {
    const configuration = await this.#portalId();
    const { url } = await this.#stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      ...(configuration !== undefined && { configuration }),
      ...(page === 'payment' && { flow_data: { type: 'payment_method_update' as const } }),
    });
    return url;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  }

  async refuseTrial(subscriptionId: string): Promise<void> {
    try {
      // One request ends and marks it, so that a server that stops meanwhile leaves neither without the other.
      await this.#stripe.subscriptions.cancel(subscriptionId, { cancellation_details: { comment: REFUSED } });
    } catch (cause) {
      if (!isMissing(cause)) throw cause; // it has ended already
    }
  }

  async reactivate(subscriptionId: string): Promise<void> {
    const { cancel_at_period_end: isAtPeriodEnd } = await this.#stripe.subscriptions.retrieve(subscriptionId);
    await this.#stripe.subscriptions.update(
      subscriptionId,
      isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' },
    );
  }

  async readEvent(body: Buffer, signature: string): Promise<StripeEvent | null> {
    for (const secret of this.#config.webhookSecrets) {
      try {
        const event = await this.#stripe.webhooks.constructEventAsync(
          body,
          signature,
          secret,
          TOLERANCE_SECONDS,
        );
        return event.livemode === this.#config.stripeSecretKey.includes('_live_') ? eventOf(event) : null;
      } catch (cause) {
        if (cause instanceof SyntaxError) return null;
        if (!(cause instanceof Stripe.errors.StripeSignatureVerificationError)) throw cause;
      }
    }
    return null;
  }

  async eventsSince(moment: Date): Promise<StripeEvent[]> {
    const created = { gte: Math.floor(moment.getTime() / 1000) };
    const events: StripeEvent[] = [];
    for await (const event of this.#stripe.events.list({ created, limit: LISTED }))
      events.push(eventOf(event));
    return events.toReversed();
  }
}

/** Only ids are read: the shape follows the webhook endpoint’s API version, not the SDK’s. */
function eventOf({ id, type, created, data }: Stripe.Event): StripeEvent {
  const {
    object,
    id: objectId,
    customer,
  } = data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  const customerId = object === 'customer' ? (objectId ?? null) : idOf(customer);
  return { id, type, created: new Date(created * 1000), customerId };
}

/** Wraps each method so that failures of Stripe become sentences. */
function explainingFailures(api: StripeApi): StripeApi {
  return new Proxy(api, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return await (method as (...given: unknown[]) => Promise<unknown>).apply(target, given);
        } catch (cause) {
          throw toUserError(cause);
        }
      };
    },
  });
}

export const createStripe = (config: BillingConfig): StripeApi => explainingFailures(new SdkStripe(config));
