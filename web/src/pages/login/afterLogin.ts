const PLANS = ['monthly', 'annual'];

/** What the address says about going on: words we know, never an address, so it cannot lead elsewhere. */
export function knownWords(query: URLSearchParams): URLSearchParams {
  const plan = query.get('plan');
  const isPricing = query.get('redirect') === 'pricing' && plan !== null && PLANS.includes(plan);
  return new URLSearchParams(isPricing ? { redirect: 'pricing', plan } : {});
}

/** Where the sign-in page leads. */
export function destination(query: URLSearchParams): string {
  const plan = knownWords(query).get('plan');
  return plan === null ? '/dashboard' : `/pricing?plan=${plan}`;
}

/**
 * Tells the page that embeds the sign-in page; false when nobody does. The browser delivers it to our own origin
 * only, and it carries no secret.
 */
export function tellEmbedder(): boolean {
  if (window.parent === window) return false;
  window.parent.postMessage({ type: 'LOGIN_SUCCESS' }, window.location.origin);
  return true;
}
