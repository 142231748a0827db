const PLANS = ['monthly', 'annual'];

/** What the address says about going on: words we know, never an address, so it cannot lead elsewhere. */
export function knownWords(query: URLSearchParams): URLSearchParams {
  const plan = query.get('plan');
  const isPricing = query.get('redirect') === 'pricing' && plan !== null && PLANS.includes(plan);
  return new URLSearchParams(isPricing ? { redirect: 'pricing', plan } : {});
}

/** What the guard of a page says when it sends somebody to sign in. It travels in the history, which nobody else writes. */
export interface SentBy {
  message: string | undefined;
  /** Where they were going. */
  from: string;
}

/** What the guard said, if it was the guard who sent them. */
export function sentBy(state: unknown): SentBy | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const message = 'message' in state && typeof state.message === 'string' ? state.message : undefined;
  return typeof state.from === 'string' && /^\/(?!\/)/.test(state.from)
    ? { message, from: state.from }
    : null;
}

/** Where the sign-in page leads. */
export function destination(query: URLSearchParams, from = '/dashboard'): string {
  const plan = knownWords(query).get('plan');
  return plan === null ? from : `/pricing?plan=${plan}`;
}

/**
 * Notifies the page that frames the sign-in page, without any secret. The browser delivers each message only to a page
 * of exactly that origin.
 */
export function notifyEmbedder(embedOrigins: readonly string[]): void {
  if (window.parent === window) return;
  for (const origin of [window.location.origin, ...embedOrigins])
    window.parent.postMessage({ type: 'LOGIN_SUCCESS' }, origin);
}
