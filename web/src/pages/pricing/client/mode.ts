import type { CheckoutMode } from '../../../features/billing/checkoutApi.ts';

const KEY = 'pricing.mode';

/** Keeps the mode while signing in, because the way back names only the plan. */
export function keepMode(mode: CheckoutMode): void {
  try {
    sessionStorage.setItem(KEY, mode);
  } catch {
    // The way back leads to an upgrade if there is no storage.
  }
}

/** Returns the mode that was chosen before, if it was a trial. */
function keptMode(): CheckoutMode | null {
  try {
    return sessionStorage.getItem(KEY) === 'trial' ? 'trial' : null;
  } catch {
    return null;
  }
}

/** Returns where a URL without a mode leads after a trial was chosen; null if it stays. */
export function addressOfKeptMode(): string | null {
  const query = new URLSearchParams(window.location.search);
  const mode = keptMode();
  if (mode === null || query.has('mode') || query.has('notice')) return null;
  query.set('mode', mode);
  return `${window.location.pathname}?${query}`;
}
