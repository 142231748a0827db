import type { IncomingHttpHeaders } from 'node:http';

/** What a browser does with a response. `unknown`: the request does not say. */
export type Purpose = 'document' | 'style' | 'script' | 'image' | 'data' | 'unknown';

const PURPOSES = new Map<unknown, Purpose>([
  ...['document', 'iframe', 'frame', 'embed', 'object'].map((name) => [name, 'document'] as const),
  ...['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet'].map(
    (name) => [name, 'script'] as const,
  ),
  ['style', 'style'],
  ['image', 'image'],
]);

/** Browsers send no Sec-Fetch headers over plain HTTP, except to the same computer. */
const hasFetchMetadata = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-dest'] !== undefined || headers['sec-fetch-mode'] !== undefined;

function purposeByAccept({ accept = '' }: IncomingHttpHeaders): Purpose {
  if (accept.includes('text/html')) return 'document';
  return accept.includes('text/css') ? 'style' : 'unknown';
}

export function purposeOf({ headers }: { headers: IncomingHttpHeaders }): Purpose {
  if (!hasFetchMetadata(headers)) return purposeByAccept(headers);
  // A service worker that passes a navigation on keeps the mode and loses the destination.
  if (headers['sec-fetch-mode'] === 'navigate') return 'document';
  return PURPOSES.get(headers['sec-fetch-dest']) ?? 'data';
}

const given = (value: string | string[] | undefined): string =>
  value === undefined ? '' : `=${String(value)}`;

/** Returns a text that is equal for requests with the same purpose and the same `Vary`, navigations or not. */
export function requestKind({ headers }: { headers: IncomingHttpHeaders }): string {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const byAccept = mode === undefined ? purposeByAccept(headers) : '';
  return `${given(mode)}\n${given(destination)}\n${byAccept}`;
}

/** Returns the headers that decided, for `Vary`. */
export function purposeHeaders({ headers }: { headers: IncomingHttpHeaders }): string {
  const deciding = 'Sec-Fetch-Dest, Sec-Fetch-Mode';
  return hasFetchMetadata(headers) ? deciding : `${deciding}, Accept`;
}
