import type { Session } from 'electron';

/** The pair of a `Set-Cookie` header's value. */
const pairOf = (cookie: string): string => cookie.split(';', 1)[0] ?? '';

/**
 * Lets a preview in that a server on this machine serves without TLS. Browsers take this machine for a safe place and
 * keep its secure cookies; Electron's network does not, so what opens the preview is carried by hand, to that one origin.
 */
export function carryGrant(own: Session, origin: string): void {
  const urls = [`${origin}/*`];
  const pairs = new Map<string, string>();
  own.webRequest.onHeadersReceived({ urls }, ({ responseHeaders = {} }, decide) => {
    const [, given = []] =
      Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
    for (const pair of given.map(pairOf)) pairs.set(pair.split('=', 1)[0] ?? '', pair);
    decide({});
  });
  own.webRequest.onBeforeSendHeaders({ urls }, ({ requestHeaders }, decide) => {
    const all = [requestHeaders['Cookie'], ...pairs.values()].filter((pair) => pair !== undefined);
    decide({
      requestHeaders: all.length === 0 ? requestHeaders : { ...requestHeaders, Cookie: all.join('; ') },
    });
  });
}
