import * as api from '@stagelink/shared/contracts/billing';
import { call } from '../../lib/api.ts';
import { navigateTo } from '../../lib/navigateTo.ts';

// What the pricing page calls: it loads none of the app's cached data.

export type CheckoutMode = 'trial' | 'upgrade';
export type { BillingPlan } from '@stagelink/shared/contracts/billing';

/** Leads to Stripe’s checkout. */
export async function openCheckout(mode: CheckoutMode, plan: api.BillingPlan): Promise<void> {
  const { url } = await call(mode === 'trial' ? api.startTrial : api.startSubscription, { plan });
  navigateTo(url);
}

/** Subscribes with what a wallet confirmed; the server has applied it when this resolves. */
export const subscribeByWallet = (plan: api.BillingPlan, paymentMethodId: string) =>
  call(api.subscribeByWallet, { plan, payment_method_id: paymentMethodId, payment_type: 'apple_pay' });

export const openPortal = async (): Promise<void> => navigateTo((await call(api.openBillingPortal, {})).url);
