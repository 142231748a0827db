import { isLocal } from './agent.ts';

/** Says, in a sentence, why a token must not be sent to a server, or returns null: only this machine is asked in the clear. */
export function exposure(server: URL): string | null {
  if (server.protocol !== 'http:' || isLocal(server)) return null;
  return `${server.host} would be asked without encryption, and your token could be read on the way.`;
}
