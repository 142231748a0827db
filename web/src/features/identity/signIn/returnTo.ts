const PLANS = ['monthly', 'annual'];

/** Returns known query parameters only. They never contain a URL, which prevents open redirects. */
export function knownWords(query: URLSearchParams): URLSearchParams {
  const plan = query.get('plan');
  const isPricing = query.get('redirect') === 'pricing' && plan !== null && PLANS.includes(plan);
  return new URLSearchParams(isPricing ? { redirect: 'pricing', plan } : {});
}

/** History state of a guard's redirect to sign-in. Other sites cannot write it. */
export interface SentBy {
  message: string | undefined;
  /** The path to return to. */
  from: string;
}

/** Returns the state, if a guard redirected here. */
export function sentBy(state: unknown): SentBy | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const message = 'message' in state && typeof state.message === 'string' ? state.message : undefined;
  return typeof state.from === 'string' && /^\/(?!\/)/.test(state.from)
    ? { message, from: state.from }
    : null;
}

export function destination(query: URLSearchParams, from = '/dashboard'): string {
  const plan = knownWords(query).get('plan');
  return plan === null ? from : `/pricing?plan=${plan}`;
}

/**
 * Notifies the embedding page, without any secret. The browser delivers each message only to a page of
 * exactly that origin.
 */
export function notifyEmbedder(embedOrigins: readonly string[]): void {
  if (window.parent === window) return;
  for (const origin of [window.location.origin, ...embedOrigins])
    window.parent.postMessage({ type: 'LOGIN_SUCCESS' }, origin);
}
