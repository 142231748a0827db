/** On every response with content, errors included, as the flat array that `writeHead` processes fastest. */
export const CONTENT_HEADERS: readonly string[] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/** On every response of a content origin: no page can relax its origin to the shared domain. */
export const ORIGIN_HEADERS: readonly string[] = [...CONTENT_HEADERS, 'Origin-Agent-Cluster', '?1'];
