/** On every answer with content, errors included, in the flat shape `writeHead` takes fastest. */
export const CONTENT_HEADERS: readonly string[] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/** On every answer of a content origin: none can loosen its origin to the domain it shares with others. */
export const ORIGIN_HEADERS: readonly string[] = [...CONTENT_HEADERS, 'Origin-Agent-Cluster', '?1'];
