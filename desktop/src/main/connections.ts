import type { Connection } from '../accounts.ts';

/** How each account's server can be reached, as the engine and the window's calls find out. */
export interface Connections {
  of: (accountId: string | null) => Connection;
  set: (accountId: string, connection: Connection) => void;
  /** A call went through, or did not. It says nothing about whether the two can work together. */
  reached: (accountId: string, isReached: boolean) => void;
}

export interface ConnectionsOptions {
  onChange: (accountId: string, connection: Connection) => void;
  /** Tries whether an account's server answers; asked again and again while it does not. */
  isThere: (accountId: string) => Promise<boolean>;
  everyMs?: number;
}

const ONLINE: Connection = { kind: 'online' };
const OFFLINE: Connection = { kind: 'offline' };
const EVERY_MS = 5_000;

export function createConnections({
  onChange,
  isThere,
  everyMs = EVERY_MS,
}: ConnectionsOptions): Connections {
  const known = new Map<string, Connection>();
  const watched = new Set<string>();
  const of: Connections['of'] = (accountId) =>
    accountId === null ? ONLINE : (known.get(accountId) ?? ONLINE);

  /** Nothing else may be asked for by itself, so that nobody would notice that it is back. */
  function watchFor(accountId: string): void {
    if (watched.has(accountId)) return;
    watched.add(accountId);
    const look = async (): Promise<void> => {
      if (await isThere(accountId)) reached(accountId, true);
      if (of(accountId).kind === 'offline') setTimeout(() => void look(), everyMs).unref();
      else watched.delete(accountId);
    };
    setTimeout(() => void look(), everyMs).unref();
  }

  function set(accountId: string, connection: Connection): void {
    const before = JSON.stringify(of(accountId));
    known.set(accountId, connection);
    if (connection.kind === 'offline') watchFor(accountId);
    if (JSON.stringify(connection) !== before) onChange(accountId, connection);
  }

  function reached(accountId: string, isReached: boolean): void {
    if (of(accountId).kind !== 'incompatible') set(accountId, isReached ? ONLINE : OFFLINE);
  }

  return { of, set, reached };
}
