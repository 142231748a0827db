import type { App } from '../../platform/context.ts';
import type { StripeApi } from './stripe/stripe.ts';

/** What billing works with: the application, and Stripe. */
export interface Billing {
  app: App;
  stripe: StripeApi;
}
