/** Where the sign-in page leads. The query holds words we know, never an address, so it cannot lead elsewhere. */
export function destination(query: URLSearchParams): string {
  const plan = query.get('plan');
  const isPlan = plan === 'monthly' || plan === 'annual';
  return query.get('redirect') === 'pricing' && isPlan ? `/pricing?plan=${plan}` : '/dashboard';
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
