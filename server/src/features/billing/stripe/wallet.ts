import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import type { Stripe } from 'stripe';
import { assertReply, isInvalid, isSilence, refusalIn } from './failures.ts';
import { priceId } from './prices.ts';

export interface WalletPurchase {
  uid: string;
  customerId: string;
  plan: BillingPlan;
  paymentMethodId: string;
}

/**
 * `unusable`: Stripe has no such payment method, or it is another customer’s. `unconfirmed`: Stripe did not answer, and
 * may have charged.
 */
export type WalletPayment =
  | { outcome: 'paid' | 'unusable' | 'unconfirmed' }
  | { outcome: 'refused'; reason: string };

/** A bank may take long to answer, and a payment must not be given up before it does. */
const PAYMENT_MS = 30_000;

/** Returns the id of the attached payment method, or why it cannot be used. */
async function attach(
  stripe: Stripe,
  { paymentMethodId, customerId }: WalletPurchase,
): Promise<string | WalletPayment> {
  try {
    const { id } = await stripe.paymentMethods.attach(paymentMethodId, { customer: customerId });
    assertReply(id);
    return id;
  } catch (cause) {
    return isInvalid(cause) ? { outcome: 'unusable' } : { outcome: 'refused', reason: refusalIn(cause) };
  }
}

/** Subscribes at once with a payment method that Stripe made from a wallet. */
export async function subscribe(stripe: Stripe, purchase: WalletPurchase): Promise<WalletPayment> {
  const { uid, customerId, plan } = purchase;
  const price = await priceId(stripe, plan);
  const attached = await attach(stripe, purchase);
  if (typeof attached !== 'string') return attached;
  try {
    const { id } = await stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price }],
        default_payment_method: attached,
        payment_behavior: 'error_if_incomplete',
        metadata: { uid },
      },
      { idempotencyKey: `wallet:${uid}:${attached}`, timeout: PAYMENT_MS, maxNetworkRetries: 0 },
    );
    assertReply(id);
    return { outcome: 'paid' };
  } catch (cause) {
    return isSilence(cause) ? { outcome: 'unconfirmed' } : { outcome: 'refused', reason: refusalIn(cause) };
  }
}
