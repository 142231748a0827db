import type { Connection } from '../accounts.ts';

/**
 * How each account's server can be reached, as the engine and the window's requests find out. They go different ways, so
 * that one of them may be cut alone: online is what both can reach.
 */
export interface Connections {
  of: (accountId: string | null) => Connection;
  /** The engine decides about staging, and whether the two can work together. */
  set: (accountId: string, connection: Connection) => void;
  /** A request of the window went through, or did not. */
  reached: (accountId: string, isReached: boolean) => void;
}

export interface ConnectionsOptions {
  onChange: (accountId: string, connection: Connection) => void;
  /** Tries whether an account's server answers; asked again and again while it does not. Null: there is no such account. */
  isThere: (accountId: string) => Promise<boolean | null>;
  /** It answers the window, while the engine could not reach it so far. */
  onBack: (accountId: string) => void;
  everyMs?: number;
}

const ONLINE: Connection = { kind: 'online' };
const OFFLINE: Connection = { kind: 'offline' };
const EVERY_MS = 5_000;

export function createConnections({
  onChange,
  isThere,
  onBack,
  everyMs = EVERY_MS,
}: ConnectionsOptions): Connections {
  const ofEngine = new Map<string, Connection>();
  const unreached = new Set<string>();
  const watched = new Set<string>();

  function of(accountId: string | null): Connection {
    const connection = accountId === null ? ONLINE : (ofEngine.get(accountId) ?? ONLINE);
    return connection.kind === 'online' && accountId !== null && unreached.has(accountId)
      ? OFFLINE
      : connection;
  }

  /** Nothing else may be asked for by itself, so that nobody would notice that it is back. */
  function watchFor(accountId: string): void {
    if (watched.has(accountId)) return;
    watched.add(accountId);
    const look = async (): Promise<void> => {
      const isBack = await isThere(accountId);
      if (isBack === null) {
        ofEngine.delete(accountId);
        unreached.delete(accountId);
      }
      if (isBack) {
        reached(accountId, true);
        if (of(accountId).kind === 'offline') onBack(accountId);
      }
      if (of(accountId).kind === 'offline') setTimeout(() => void look(), everyMs).unref();
      else watched.delete(accountId);
    };
    setTimeout(() => void look(), everyMs).unref();
  }

  function change(accountId: string, apply: () => void): void {
    const before = JSON.stringify(of(accountId));
    apply();
    const now = of(accountId);
    if (now.kind === 'offline') watchFor(accountId);
    if (JSON.stringify(now) !== before) onChange(accountId, now);
  }

  function set(accountId: string, connection: Connection): void {
    change(accountId, () => void ofEngine.set(accountId, connection));
  }

  function reached(accountId: string, isReached: boolean): void {
    change(accountId, () => void (isReached ? unreached.delete(accountId) : unreached.add(accountId)));
  }

  return { of, set, reached };
}
