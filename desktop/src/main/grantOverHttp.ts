import type { Session } from 'electron';

/** The pair of a `Set-Cookie` header's value. */
const pairOf = (cookie: string): string => cookie.split(';', 1)[0] ?? '';

type Headers = Record<string, string>;

/**
 * Lets a preview in that a server on this machine serves without TLS. Browsers take this machine for a safe place and
 * keep its secure cookies; Electron's network does not, so what opens the preview is carried by hand, to that one origin.
 * What comes back adds it to the headers of a request there; a session has room for one that listens to those.
 */
export function keepGrant(own: Session, origin: string): (headers: Headers) => Headers {
  const pairs = new Map<string, string>();
  own.webRequest.onHeadersReceived({ urls: [`${origin}/*`] }, ({ responseHeaders = {} }, decide) => {
    const [, given = []] =
      Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
    for (const pair of given.map(pairOf)) pairs.set(pair.split('=', 1)[0] ?? '', pair);
    decide({});
  });
  return (headers) => {
    const all = [headers['Cookie'], ...pairs.values()].filter((pair) => pair !== undefined);
    return all.length === 0 ? headers : { ...headers, Cookie: all.join('; ') };
  };
}

/** Carries the grant of a session that asks nobody else. */
export function carryGrant(own: Session, origin: string): void {
  const withGrant = keepGrant(own, origin);
  own.webRequest.onBeforeSendHeaders({ urls: [`${origin}/*`] }, ({ requestHeaders }, decide) =>
    decide({ requestHeaders: withGrant(requestHeaders) }),
  );
}
