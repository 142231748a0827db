export interface ImageCandidate {
  url: string;
  /** Such as `2x` or `640w`; empty without one. */
  descriptor: string;
}

/** Splits a `srcset` as the HTML standard does: URLs may contain commas. */
export function parseSrcset(text: string): ImageCandidate[] {
  const found: ImageCandidate[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const url = /^\S+/.exec(rest)?.[0];
    if (url === undefined) return found;
    rest = rest.slice(url.length);
    if (url.endsWith(',')) {
      found.push({ url: url.replace(/,+$/, ''), descriptor: '' });
      continue;
    }
    const descriptor = /^(?:[^,(]|\([^)]*\)?)*/.exec(rest)?.[0] ?? '';
    rest = rest.slice(descriptor.length);
    found.push({ url, descriptor: descriptor.trim() });
  }
}

/** Returns a `srcset` of the candidates that `replace` keeps. */
export const rewriteSrcset = (text: string, replace: (url: string) => string | null): string =>
  parseSrcset(text)
    .map(({ url, descriptor }) => ({ url: replace(url) ?? url, descriptor }))
    .filter(({ url }) => url !== '')
    .map(({ url, descriptor }) => `${url} ${descriptor}`.trim())
    .join(', ');
