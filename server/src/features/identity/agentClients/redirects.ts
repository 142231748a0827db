import { EDITORS, leavesRoom, REST } from '@stagelink/shared/domain/oauthClients';

const ADDRESS_MAX = 2000;
/** A program on this computer listens on any port (RFC 8252, 7.3). */
const LOOPBACK = new RegExp(`^(http://(?:127\\.0\\.0\\.1|localhost|\\[::1\\]))(?::[1-9]\\d{0,4})?${REST}`);
const HTTPS = new RegExp(`^https://([a-z\\d-]+(?:\\.[a-z\\d-]+)+(?::[1-9]\\d{0,4})?)${REST}`);
const EDITOR = new RegExp(`^([a-z-]+)://[a-z\\d.-]+${REST}`);

export type Target = { kind: 'computer' } | { kind: 'editor'; name: string } | { kind: 'site'; host: string };

/**
 * Returns where an agent's redirect address leads; null if no code may be sent there. Matches the text without parsing
 * it, so no two URL parsers can disagree. See docs/decisions/0023.
 */
export function targetOf(address: string): Target | null {
  if (address.length > ADDRESS_MAX) return null;
  const [, , , ofComputer] = LOOPBACK.exec(address) ?? [];
  if (LOOPBACK.test(address)) return leavesRoom(ofComputer) ? { kind: 'computer' } : null;
  const [, host, , query] = HTTPS.exec(address) ?? [];
  if (host !== undefined) return leavesRoom(query) ? { kind: 'site', host } : null;
  const [, scheme = '', , ofEditor] = EDITOR.exec(address) ?? [];
  const name = Object.hasOwn(EDITORS, scheme) ? EDITORS[scheme] : undefined;
  return name !== undefined && leavesRoom(ofEditor) ? { kind: 'editor', name } : null;
}

/** A port of this computer is free to choose. */
const withoutPort = (address: string): string => {
  const [, origin, path = '', query] = LOOPBACK.exec(address) ?? [];
  if (origin === undefined) return address;
  return query === undefined ? origin + path : `${origin}${path}?${query}`;
};

/** Whether an address is one of those that a client registered, text for text except for a port of this computer. */
export const isRegistered = (registered: readonly string[], address: string): boolean =>
  registered.map(withoutPort).includes(withoutPort(address));
