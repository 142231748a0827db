import type { BillingPlan, CheckoutMode } from '../../features/billing/api.ts';

const KEY = 'pricing.mode';
const MODES: readonly string[] = ['trial', 'upgrade'] satisfies CheckoutMode[];
const PLANS: readonly string[] = ['monthly', 'annual'] satisfies BillingPlan[];

/** The mode in the URL, else the one chosen before signing in, else upgrade. */
export function modeOf(query: URLSearchParams): CheckoutMode {
  const mode = query.get('mode') ?? sessionStorage.getItem(KEY);
  return mode !== null && MODES.includes(mode) ? (mode as CheckoutMode) : 'upgrade';
}

/** Keeps the mode while signing in, because the way back names only the plan. */
export const keepMode = (mode: CheckoutMode): void => sessionStorage.setItem(KEY, mode);

/** Only these two plans start a checkout. */
export function planOf(query: URLSearchParams): BillingPlan | null {
  const plan = query.get('plan');
  return plan !== null && PLANS.includes(plan) ? (plan as BillingPlan) : null;
}
