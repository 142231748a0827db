import { isLocal } from './agent.ts';

/**
 * Returns why a token must not be sent to a server, or null: only the local host may be used without
 * encryption.
 */
export function exposure(server: URL): string | null {
  if (server.protocol !== 'http:' || isLocal(server)) return null;
  return `${server.host} does not use encryption, so your token could be read on the way.`;
}
