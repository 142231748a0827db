/** The default address of a self-hosted server. */
export const USUAL_SERVER = 'http://localhost:4600';

/** Returns the host of a server URL, for display: “stage.example.com”. */
export const hostOf = (server: string): string => URL.parse(server)?.host ?? server;

/** Returns the origin of a typed address, or null if it is invalid. Defaults to http for loopback hosts. */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  const isLocal = /^(localhost|127\.|\[::1\])/i.test(text);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `${isLocal ? 'http' : 'https'}://${text}`);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.origin : null;
}
