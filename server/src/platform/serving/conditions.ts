/** Returns whether `If-None-Match` names this entity tag (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.length > etag.length && (header.match(/"[^"]*"/g)?.includes(etag) ?? false);
}

/** A byte range, both ends inclusive. */
export interface Span {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/;

/**
 * Parses a `Range` header. `whole` ignores it: several ranges, which make a small request expensive, or invalid syntax.
 * `unsatisfiable` is outside the file.
 */
export function parseRange(header: string, size: number): Span | 'whole' | 'unsatisfiable' {
  const [matched, first = '', last = ''] = ONE_RANGE.exec(header) ?? [];
  if (matched === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * Returns whether a range may be served: `If-Range` is absent or names exactly this tag. No dates are sent to compare.
 */
export function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
