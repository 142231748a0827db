import {
  type BillingPlan,
  type CheckoutMode,
  openCheckout,
  openPortal,
} from '../../../features/billing/checkoutApi.ts';
import { errorMessage, isSessionLost } from '../../../lib/errorMessage.ts';
import { navigateTo } from '../../../lib/navigateTo.ts';
import { t } from './copy.ts';
import { keepMode } from './mode.ts';

/** Opens the checkout; without a session any more, signing up leads back to it. */
export async function choose(
  mode: CheckoutMode,
  plan: BillingPlan,
  onFailed: (message: string) => void,
): Promise<void> {
  try {
    await openCheckout(mode, plan);
  } catch (error) {
    if (!isSessionLost(error)) return onFailed(t('failed', { message: errorMessage(error, t('tryAgain')) }));
    keepMode(mode);
    navigateTo(`/login?mode=signup&plan=${plan}&redirect=pricing`);
  }
}

/** Opens the billing portal. Returns why that failed, or null. */
export async function toPortal(): Promise<string | null> {
  try {
    await openPortal();
    return null;
  } catch (error) {
    if (!isSessionLost(error)) return errorMessage(error, t('portalFailed'));
    navigateTo('/login');
    return null;
  }
}
