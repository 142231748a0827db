import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { TRIAL_DAYS } from '@stagelink/shared/contracts/limits';
import type { Stripe } from 'stripe';
import { idOf, LISTED } from './client.ts';
import { assertReply, isInvalid, isMissing } from './failures.ts';
import { priceId } from './prices.ts';

export type CheckoutMode = 'trial' | 'upgrade';

/** What a checkout sells. */
export interface Offer {
  plan: BillingPlan;
  mode: CheckoutMode;
}

export interface NewCheckout extends Offer {
  uid: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
}

/** Stripe’s shortest is 30 minutes. */
const OPEN_SECONDS = 60 * 60;
/** A checkout that ends sooner is not offered again. */
const REOFFERED_SECONDS = 10 * 60;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The checkout computes taxes from the address that it then asks for. */
const TAXED = { automatic_tax: { enabled: true }, billing_address_collection: 'required' } as const;

export async function createCheckout(
  stripe: Stripe,
  { uid, customerId, plan, mode, successUrl, cancelUrl }: NewCheckout,
  collectsTaxes: boolean,
): Promise<string | null> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: uid,
    line_items: [{ price: await priceId(stripe, plan), quantity: 1 }],
    allow_promotion_codes: true,
    adaptive_pricing: { enabled: false },
    customer_update: { address: 'auto', name: 'auto' },
    ...(collectsTaxes && TAXED),
    payment_method_collection: 'always',
    metadata: { uid, plan, mode },
    subscription_data: {
      metadata: { uid },
      ...(mode === 'trial' && {
        trial_period_days: TRIAL_DAYS,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: nowSeconds() + OPEN_SECONDS,
  });
  assertReply(id);
  return url;
}

function sells({ metadata, url, expires_at: end }: Stripe.Checkout.Session, { plan, mode }: Offer): boolean {
  const isSame = metadata?.['plan'] === plan && metadata['mode'] === mode;
  return isSame && url !== null && end > nowSeconds() + REOFFERED_SECONDS;
}

/** One that was paid meanwhile stays paid. */
async function expire(stripe: Stripe, checkoutId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(checkoutId);
  } catch (cause) {
    if (!isInvalid(cause)) throw cause;
  }
}

/** Ends the customer’s open checkouts except one that sells the offer, and returns the URL of that one. */
export async function endOtherCheckouts(
  stripe: Stripe,
  customerId: string,
  offer: Offer | null,
): Promise<string | null> {
  const { data: open } = await stripe.checkout.sessions.list({
    customer: customerId,
    status: 'open',
    limit: LISTED,
  });
  const kept = offer && open.find((checkout) => sells(checkout, offer));
  for (const { id } of open) if (id !== kept?.id) await expire(stripe, id);
  return kept?.url ?? null;
}

/** Returns the customer of a completed checkout, or null. */
export async function customerOfCheckout(stripe: Stripe, checkoutId: string): Promise<string | null> {
  try {
    const { status, customer } = await stripe.checkout.sessions.retrieve(checkoutId);
    return status === 'complete' ? idOf(customer) : null;
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}
