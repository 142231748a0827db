/** On every answer of a content origin, errors included, in the flat shape `writeHead` takes fastest. */
export const CONTENT_HEADERS: readonly string[] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex'],
  ['X-Content-Type-Options', 'nosniff'],
  // A snapshot cannot loosen its origin to the domain it shares with others.
  ['Origin-Agent-Cluster', '?1'],
].flat();
