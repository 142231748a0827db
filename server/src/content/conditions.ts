/** Whether `If-None-Match` names this entity tag (RFC 9110, 13.1.2: weak comparison). */
export function namesTag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.length > etag.length && (header.match(/"[^"]*"/g)?.includes(etag) ?? false);
}

/** The bytes of one part of a file, both ends included. */
export interface Span {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/;

/**
 * The part a `Range` header asks for. `whole` when it is to be ignored: several ranges at once, which would let a
 * small request cost a lot, or something we do not understand; `unsatisfiable` when it lies outside.
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

/** Whether a range may be answered: `If-Range` is absent or names exactly this tag. We send no dates to compare. */
export function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
