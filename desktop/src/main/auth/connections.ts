import type { Connection } from '../../protocol/accounts.ts';

/**
 * Connection to each account's server, as reported by the engine and by the window's requests. These use
 * different network stacks, either of which may fail alone: online means that both work.
 */
export interface Connections {
  of: (accountId: string | null) => Connection;
  /** Reported by the engine, which decides about staging and compatibility. */
  set: (accountId: string, connection: Connection) => void;
  /** Reported by each request of the window. */
  reached: (accountId: string, isReached: boolean) => void;
}

export interface ConnectionsOptions {
  onChange: (accountId: string, connection: Connection) => void;
  /**
   * Probes an account's server, repeatedly while it does not respond. Returns null for an unknown account.
   */
  isThere: (accountId: string) => Promise<boolean | null>;
  /** The server responds to the window although the engine could not reach it. */
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

  /** Asks regularly: a recovered server would otherwise go unnoticed while nothing else is requested. */
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
