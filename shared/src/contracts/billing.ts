import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { JSON_BODY_BYTES } from './limits.ts';

export const BillingPlan = z.enum(['monthly', 'annual'], 'Choose the monthly or the annual plan.');
export type BillingPlan = z.infer<typeof BillingPlan>;

const Choice = z.strictObject({ plan: BillingPlan });
/** Where the browser goes next: a page of Stripe. */
const Redirect = z.object({ ok: z.literal(true), url: z.url() });

const ownBilling = {
  method: 'POST',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'billing',
} as const;

export const startTrial = endpoint({
  ...ownBilling,
  path: '/billing/start-trial',
  summary: 'Start the free trial of Pro at Stripe’s checkout. Each person has one.',
  input: Choice,
  reply: Redirect,
});

export const startSubscription = endpoint({
  ...ownBilling,
  path: '/billing/subscribe',
  summary: 'Subscribe to Pro at Stripe’s checkout.',
  input: Choice,
  reply: Redirect,
});

export const subscribeByWallet = endpoint({
  ...ownBilling,
  path: '/api/billing/subscribe',
  summary: 'Subscribe to Pro with a payment method that Stripe made from a wallet on the pricing page.',
  input: z.strictObject({
    plan: BillingPlan,
    payment_method_id: z
      .string()
      .check(z.regex(/^pm_\w{1,200}$/, 'Send the id of a payment method of Stripe, such as pm_….')),
    payment_type: z.literal('apple_pay'),
  }),
  reply: z.object({
    success: z.boolean(),
    /** What Stripe says about the card if it was refused, or that the payment is not confirmed yet. */
    details: z.optional(z.string()),
    /** Stripe did not answer: the payment may have been made, and must not be repeated at once. */
    isUnconfirmed: z.optional(z.boolean()),
  }),
});

export const cancelSubscription = endpoint({
  ...ownBilling,
  path: '/billing/cancel',
  summary: 'Cancel the subscription. Pro stays until the paid period or the trial ends.',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), message: z.string() }),
});

export const reactivateSubscription = endpoint({
  ...ownBilling,
  path: '/billing/reactivate',
  summary: 'Undo a cancellation while Pro still runs; afterwards the reply leads to a new checkout.',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), message: z.optional(z.string()), url: z.optional(z.url()) }),
});

export const openBillingPortal = endpoint({
  ...ownBilling,
  path: '/billing/portal',
  summary: 'Open Stripe’s customer portal: invoices, payment method, plan.',
  input: z.strictObject({}),
  reply: Redirect,
});

export const changePaymentMethod = endpoint({
  ...ownBilling,
  path: '/billing/change-payment',
  summary: 'Open Stripe’s page that changes the payment method.',
  input: z.strictObject({}),
  reply: Redirect,
});

export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Receive an event from Stripe, which signs the body.',
  auth: 'public',
  tokenScope: 'any',
  rateLimit: 'stripeEvent',
  body: { kind: 'raw', maxBytes: JSON_BODY_BYTES },
  input: z.strictObject({}),
  reply: z.object({ received: z.literal(true) }),
});
