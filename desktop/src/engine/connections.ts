import { type Call, createClient, type Send } from '@stagelink/shared/client/call';
import { signInOptions } from '@stagelink/shared/contracts/accounts';
import { backoffMs } from '@stagelink/shared/client/retry';
import type { Runtime } from '@stagelink/shared/client/runtime';
import type { Connection } from '../protocol/accounts.ts';
import type { EmitSignal } from '../protocol/engine.ts';
import { classifyConnection } from './classifyConnection.ts';
import type { EngineAccount } from '../protocol/engine.ts';
import { sendTo } from './sending.ts';

const PROBE = { baseMs: 1_000, maxMs: 30_000 };
/** Idle time after which a probed server counts as unreachable. */
const PROBE_IDLE_MS = 5_000;

interface Entry {
  account: EngineAccount;
  /** The server rejected this token; a new one may work. */
  isRefused: boolean;
  /** Null until the first attempt. */
  connection: Connection | null;
  probing: AbortController | null;
  send: Send;
}

export interface ConnectionsOptions {
  emit: EmitSignal;
  runtime: Runtime;
  /** What waits for this account can go out. */
  onReady: (accountId: string) => void;
}

const isSame = (one: EngineAccount, other: EngineAccount): boolean =>
  one.token === other.token && one.server === other.server && one.proxy === other.proxy;

/** Connection to each account's server: whether it is reachable and accepts the token. */
export class Connections {
  readonly #entries = new Map<string, Entry>();
  readonly #options: ConnectionsOptions;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Replaces the known accounts; others lose their connection. */
  set(accounts: readonly EngineAccount[]): void {
    const known = new Set(accounts.map(({ id }) => id));
    for (const [id, entry] of this.#entries) {
      if (known.has(id)) continue;
      entry.probing?.abort();
      this.#entries.delete(id);
    }
    for (const account of accounts) {
      const before = this.#entries.get(account.id);
      if (before && isSame(before.account, account)) continue;
      before?.probing?.abort();
      const entry: Entry = {
        account,
        isRefused: false,
        connection: before?.connection ?? null,
        probing: null,
        send: sendTo(account, { token: account.token ?? undefined }),
      };
      this.#entries.set(account.id, entry);
      if (account.token !== null) void this.#probe(entry);
    }
  }

  /** Returns the transport to the account's server; null when signed out. */
  sendOf(accountId: string): Send | null {
    const entry = this.#entries.get(accountId);
    return entry && entry.account.token !== null && !entry.isRefused ? entry.send : null;
  }

  /** Returns null when signed out, or when the server rejected the token. */
  tokenOf(accountId: string): string | null {
    const entry = this.#entries.get(accountId);
    return entry && !entry.isRefused ? entry.account.token : null;
  }

  callOf(accountId: string): Call | null {
    const send = this.sendOf(accountId);
    return send && createClient(send);
  }

  account(accountId: string): EngineAccount | null {
    return this.#entries.get(accountId)?.account ?? null;
  }

  /** False only when staging is known to be impossible now. */
  isUsable(accountId: string): boolean {
    const kind = this.#entries.get(accountId)?.connection?.kind;
    return kind === undefined || kind === 'online';
  }

  /** Probes the server again. */
  async retry(accountId: string): Promise<boolean> {
    const entry = this.#entries.get(accountId);
    if (!entry) return false;
    await this.#probe(entry);
    return this.isUsable(accountId);
  }

  /** Probes every unreachable server. */
  recheck(): void {
    for (const entry of this.#entries.values())
      if (entry.connection?.kind === 'offline') void this.#probe(entry);
  }

  /** Called when a request got no response. */
  lost(accountId: string): void {
    const entry = this.#entries.get(accountId);
    if (!entry) return;
    this.#show(entry, { kind: 'offline' });
    void this.#watchFor(entry);
  }

  /** Called when the server rejected the token. */
  refused(accountId: string): void {
    const entry = this.#entries.get(accountId);
    if (!entry || entry.isRefused) return;
    entry.isRefused = true;
    this.#options.emit('account.refused', accountId);
  }

  close(): void {
    for (const { probing } of this.#entries.values()) probing?.abort();
    this.#entries.clear();
  }

  #isCurrent(entry: Entry): boolean {
    return this.#entries.get(entry.account.id) === entry;
  }

  #show(entry: Entry, connection: Connection): void {
    if (!this.#isCurrent(entry)) return;
    const before = entry.connection;
    entry.connection = connection;
    if (JSON.stringify(before) !== JSON.stringify(connection))
      this.#options.emit('connection.changed', entry.account.id, connection);
  }

  async #probe(entry: Entry): Promise<void> {
    const call = createClient(sendTo(entry.account, { idleMs: PROBE_IDLE_MS }));
    const connection = await call(signInOptions, {}).then(
      classifyConnection.answer,
      classifyConnection.failure,
    );
    if (!this.#isCurrent(entry)) return;
    this.#show(entry, connection);
    if (connection.kind === 'online') {
      entry.probing?.abort();
      // Cleared at once, so that a connection lost meanwhile is probed again.
      entry.probing = null;
      if (!entry.isRefused) this.#options.onReady(entry.account.id);
    } else void this.#watchFor(entry);
  }

  /** Probes with growing delays until the server responds. */
  async #watchFor(entry: Entry): Promise<void> {
    if (entry.probing) return;
    const { runtime } = this.#options;
    const probing = new AbortController();
    entry.probing = probing;
    for (let failures = 1; this.#isCurrent(entry) && !probing.signal.aborted; failures += 1) {
      // Being ended is not a fault: the loop's own condition sees it.
      await runtime.sleep(backoffMs(PROBE, failures, runtime), probing.signal).catch(() => {});
      if (!probing.signal.aborted) await this.#probe(entry);
    }
    if (entry.probing === probing) entry.probing = null;
  }
}
