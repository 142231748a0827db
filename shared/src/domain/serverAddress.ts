/** Parts of a parsed URL. */
interface ServerUrl {
  protocol: string;
  hostname: string;
  host: string;
}

/** Names of the local host as `URL` spells them. */
const LOCAL = /^(([^.]+\.)*localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a server runs on this computer. */
export const isLocal = ({ hostname }: Pick<ServerUrl, 'hostname'>): boolean => LOCAL.test(hostname);

/**
 * Returns why a token must not be sent to a server, or null: only the local host may be used without
 * encryption.
 */
export function exposure(server: ServerUrl): string | null {
  if (server.protocol !== 'http:' || isLocal(server)) return null;
  return `${server.host} does not use encryption, so your token could be read on the way.`;
}
