import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import type { Stripe } from 'stripe';
import { clientOf, LOOKUP_KEYS, OURS, type StripeConnection } from './stripe/client.ts';
import { EVENT_TYPES } from './webhook.ts';

export interface BillingSetup {
  product: string;
  prices: Record<BillingPlan, string>;
  portal: string;
  /** Null without a public address. */
  webhook: { url: string; /** Only of a new endpoint: Stripe shows it once. */ secret: string | null } | null;
}

/** Where taxes are collected, they are added to the price. */
const TAXES = 'exclusive';
const INTERVALS = { monthly: 'month', annual: 'year' } as const;

const isOurs = ({ metadata }: { metadata: Stripe.Metadata | null }) => metadata?.['app'] === OURS.app;

async function ensureProduct(stripe: Stripe): Promise<string> {
  const { data } = await stripe.products.list({ active: true, limit: 100 });
  const known = data.find(isOurs);
  return known?.id ?? (await stripe.products.create({ name: 'Stagelink Pro', metadata: OURS })).id;
}

/** A price cannot change its amount: a new one takes over the lookup key. */
async function ensurePrice(stripe: Stripe, product: string, plan: BillingPlan): Promise<string> {
  const key = LOOKUP_KEYS[plan];
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [known] = data;
  if (known?.unit_amount === PRO_CENTS[plan] && known.currency === 'usd') {
    const isChosen = known.tax_behavior !== null && known.tax_behavior !== 'unspecified';
    if (!isChosen) await stripe.prices.update(known.id, { tax_behavior: TAXES });
    return known.id;
  }
  const { id } = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: PRO_CENTS[plan],
    recurring: { interval: INTERVALS[plan] },
    lookup_key: key,
    transfer_lookup_key: true,
    tax_behavior: TAXES,
    metadata: OURS,
  });
  if (known) await stripe.prices.update(known.id, { active: false });
  return id;
}

async function ensurePortal(stripe: Stripe, product: string, prices: string[]): Promise<string> {
  const features = {
    subscription_cancel: {
      enabled: true,
      mode: 'at_period_end' as const,
      cancellation_reason: {
        enabled: true,
        options: ['too_expensive', 'unused', 'missing_features', 'other'],
      },
    },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice' as const,
      trial_update_behavior: 'continue_trial' as const,
      products: [{ product, prices }],
    },
    payment_method_update: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name'] },
    invoice_history: { enabled: true },
  } satisfies Stripe.BillingPortal.ConfigurationUpdateParams.Features;
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(isOurs);
  if (known) return (await stripe.billingPortal.configurations.update(known.id, { features })).id;
  return (await stripe.billingPortal.configurations.create({ features, metadata: OURS })).id;
}

async function ensureWebhook(stripe: Stripe, appUrl: string): Promise<BillingSetup['webhook']> {
  const url = `${appUrl}/webhooks/stripe`;
  const types = [...EVENT_TYPES] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events: types });
    return { url, secret: null };
  }
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: types, metadata: OURS });
  return { url, secret: made.secret ?? null };
}

/** Prepares an account at Stripe: product, prices, portal, webhook. Changes nothing that is right already. */
export async function setUpBilling(config: StripeConnection, appUrl: string | null): Promise<BillingSetup> {
  const stripe = clientOf(config);
  const product = await ensureProduct(stripe);
  const prices = {
    monthly: await ensurePrice(stripe, product, 'monthly'),
    annual: await ensurePrice(stripe, product, 'annual'),
  };
  const portal = await ensurePortal(stripe, product, Object.values(prices));
  return { product, prices, portal, webhook: appUrl === null ? null : await ensureWebhook(stripe, appUrl) };
}
