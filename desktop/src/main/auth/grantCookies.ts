import type { Session } from 'electron';

/** Returns the name and value of a `Set-Cookie` header. */
const pairOf = (cookie: string): string => cookie.split(';', 1)[0] ?? '';

type Headers = Record<string, string>;

/**
 * Enables previews that a local server serves without TLS. Browsers keep secure cookies for loopback
 * addresses, but Electron's network does not, so the grant is copied to requests to that origin. Returns a
 * function that adds it to a request's headers, because a session allows only one listener.
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

/** Copies the grant in a session without another listener. */
export function carryGrant(own: Session, origin: string): void {
  const withGrant = keepGrant(own, origin);
  own.webRequest.onBeforeSendHeaders({ urls: [`${origin}/*`] }, ({ requestHeaders }, decide) =>
    decide({ requestHeaders: withGrant(requestHeaders) }),
  );
}
