/** The server of somebody who runs it on their own machine. */
export const USUAL_SERVER = 'http://localhost:4600';

/** How a server is named where there is little room: “stage.example.com”. */
export const hostOf = (server: string): string => URL.parse(server)?.host ?? server;

/** What somebody typed as the origin it means; null when it means none. On this machine there is no TLS. */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  const isLocal = /^(localhost|127\.|\[::1\])/i.test(text);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `${isLocal ? 'http' : 'https'}://${text}`);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.origin : null;
}
