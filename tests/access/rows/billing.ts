import * as billing from '@stagelink/shared/contracts/billing';
import { ANYONE, every, SIGNED_IN_WITHOUT_TOKEN } from '../expectations.ts';
import type { Rows } from '../row.ts';

/** The server's Stripe does not answer, and no caller has a subscription. Superadmins have Pro. */
const WITHOUT_STRIPE = { ...every(SIGNED_IN_WITHOUT_TOKEN, 503), superadmin: 409 };
const WITHOUT_SUBSCRIPTION = every(SIGNED_IN_WITHOUT_TOKEN, 409);

export const billingRows: Rows = {
  startTrial: {
    call: (api) => api(billing.startTrial, { plan: 'monthly' }),
    expect: WITHOUT_STRIPE,
    writes: [],
  },
  startSubscription: {
    call: (api) => api(billing.startSubscription, { plan: 'monthly' }),
    expect: WITHOUT_STRIPE,
    writes: [],
  },
  subscribeByWallet: {
    call: (api) =>
      api(billing.subscribeByWallet, {
        plan: 'monthly',
        payment_method_id: 'pm_1',
        payment_type: 'apple_pay',
      }),
    expect: WITHOUT_STRIPE,
    writes: [],
  },
  cancelSubscription: {
    call: (api) => api(billing.cancelSubscription, {}),
    expect: WITHOUT_SUBSCRIPTION,
    writes: [],
  },
  reactivateSubscription: {
    call: (api) => api(billing.reactivateSubscription, {}),
    expect: WITHOUT_SUBSCRIPTION,
    writes: [],
  },
  openBillingPortal: {
    call: (api) => api(billing.openBillingPortal, {}),
    expect: WITHOUT_SUBSCRIPTION,
    writes: [],
  },
  changePaymentMethod: {
    call: (api) => api(billing.changePaymentMethod, {}),
    expect: WITHOUT_SUBSCRIPTION,
    writes: [],
  },
  receiveStripeEvent: {
    call: (api) => api(billing.receiveStripeEvent, {}, { type: 'application/json', body: Buffer.from('{}') }),
    // Only Stripe can sign an event.
    expect: every(ANYONE, 400),
    writes: [],
  },
};
