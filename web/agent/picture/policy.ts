/** What a policy falls back to when it does not speak of a kind of thing. */
const FALLBACK = 'default-src';

/**
 * Whether the page's own policies let it load this kind of thing from such a source. Asking the browser would be a
 * violation, which the prototype would hear of; no policy comes with a header, because content origins send none.
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
    const isSaid = sources?.includes(source) || (source === "'self'" && sources?.includes('*'));
    if (sources && !isSaid) return false;
  }
  return true;
}
