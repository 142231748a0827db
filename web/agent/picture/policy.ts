/** The directive that applies when a more specific one is missing. */
const FALLBACK = 'default-src';

/**
 * Returns whether the page's Content-Security-Policy permits this source. Trying the request would raise a
 * violation event in the prototype. Reads meta elements only: content origins send no policy header.
 */
export function isAllowed(document: Document, directive: 'img-src' | 'connect-src', source: string): boolean {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[http-equiv]')) {
    if (meta.httpEquiv.toLowerCase() !== 'content-security-policy') continue;
    const rules = new Map(
      meta.content
        .toLowerCase()
        .split(';')
        .map((rule) => rule.trim().split(/\s+/))
        .toReversed()
        .map(([name = '', ...sources]) => [name, sources]),
    );
    const sources = rules.get(directive) ?? rules.get(FALLBACK);
    const isListed = sources?.includes(source) || (source === "'self'" && sources?.includes('*'));
    if (sources && !isListed) return false;
  }
  return true;
}
