import type { BillingConfig } from '../../platform/config.ts';

/** Billing without a Stripe behind it, for tests that never ask it. */
export const UNREACHABLE_STRIPE: BillingConfig = {
  stripeSecretKey: 'sk_test_unreachable',
  stripePublishableKey: null,
  collectsTaxes: false,
  webhookSecrets: ['whsec_unreachable'],
  apiBase: 'http://127.0.0.1:9',
};
