import { type Call, createClient, type Send } from '@stagelink/shared/client';
import { signInOptions } from '@stagelink/shared/contracts/accounts';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import type { Connection } from '../accounts.ts';
import type { Tell } from './engine.ts';
import { judge } from './judge.ts';
import type { EngineAccount } from './protocol.ts';
import { sendTo } from './sending.ts';

const PROBE = { baseMs: 1_000, maxMs: 30_000 };
/** Of silence, before a server that is asked whether it is there counts as gone. */
const PROBE_IDLE_MS = 5_000;

interface Entry {
  account: EngineAccount;
  /** The server no longer takes this token; another one may be better. */
  isRefused: boolean;
  /** Null until it was tried. */
  connection: Connection | null;
  probing: AbortController | null;
  send: Send;
}

export interface ConnectionsOptions {
  tell: Tell;
  surroundings: Surroundings;
  /** What waits for this account can go out. */
  onReady: (accountId: string) => void;
}

const isSame = (one: EngineAccount, other: EngineAccount): boolean =>
  one.token === other.token && one.server === other.server && one.proxy === other.proxy;

/** The way to each account's server: whether it can be reached, and whether it still knows who we are. */
export class Connections {
  private readonly entries = new Map<string, Entry>();
  private readonly options: ConnectionsOptions;

  constructor(options: ConnectionsOptions) {
    this.options = options;
  }

  /** Everybody known on this machine; who is not among them any more has no connection. */
  set(accounts: readonly EngineAccount[]): void {
    const known = new Set(accounts.map(({ id }) => id));
    for (const [id, entry] of this.entries) {
      if (known.has(id)) continue;
      entry.probing?.abort();
      this.entries.delete(id);
    }
    for (const account of accounts) {
      const before = this.entries.get(account.id);
      if (before && isSame(before.account, account)) continue;
      before?.probing?.abort();
      const entry: Entry = {
        account,
        isRefused: false,
        connection: before?.connection ?? null,
        probing: null,
        send: sendTo(account, { token: account.token ?? undefined }),
      };
      this.entries.set(account.id, entry);
      if (account.token !== null) void this.look(entry);
    }
  }

  /** How to speak with the account's server; null when nobody is signed in there. */
  sendOf(accountId: string): Send | null {
    const entry = this.entries.get(accountId);
    return entry && entry.account.token !== null && !entry.isRefused ? entry.send : null;
  }

  /** Null when nobody is signed in there, or the server refused the token. */
  tokenOf(accountId: string): string | null {
    const entry = this.entries.get(accountId);
    return entry && !entry.isRefused ? entry.account.token : null;
  }

  callOf(accountId: string): Call | null {
    const send = this.sendOf(accountId);
    return send && createClient(send);
  }

  account(accountId: string): EngineAccount | null {
    return this.entries.get(accountId)?.account ?? null;
  }

  /** True unless it is known that nothing can be staged there now. */
  isUsable(accountId: string): boolean {
    const kind = this.entries.get(accountId)?.connection?.kind;
    return kind === undefined || kind === 'online';
  }

  /** Looks whether the server can be reached after all. */
  async retry(accountId: string): Promise<boolean> {
    const entry = this.entries.get(accountId);
    if (!entry) return false;
    await this.look(entry);
    return this.isUsable(accountId);
  }

  /** Looks for every server that was out of reach. */
  recheck(): void {
    for (const entry of this.entries.values())
      if (entry.connection?.kind === 'offline') void this.look(entry);
  }

  /** A call found nobody at the other end. */
  lost(accountId: string): void {
    const entry = this.entries.get(accountId);
    if (!entry) return;
    this.show(entry, { kind: 'offline' });
    void this.watchFor(entry);
  }

  /** The server answered that it does not know the token. */
  refused(accountId: string): void {
    const entry = this.entries.get(accountId);
    if (!entry || entry.isRefused) return;
    entry.isRefused = true;
    this.options.tell('account.refused', accountId);
  }

  close(): void {
    for (const { probing } of this.entries.values()) probing?.abort();
    this.entries.clear();
  }

  private isCurrent(entry: Entry): boolean {
    return this.entries.get(entry.account.id) === entry;
  }

  private show(entry: Entry, connection: Connection): void {
    if (!this.isCurrent(entry)) return;
    const before = entry.connection;
    entry.connection = connection;
    if (JSON.stringify(before) !== JSON.stringify(connection))
      this.options.tell('connection.changed', entry.account.id, connection);
  }

  private async look(entry: Entry): Promise<void> {
    const call = createClient(sendTo(entry.account, { idleMs: PROBE_IDLE_MS }));
    const connection = await call(signInOptions, {}).then(judge.answer, judge.failure);
    if (!this.isCurrent(entry)) return;
    this.show(entry, connection);
    if (connection.kind === 'online') {
      entry.probing?.abort();
      if (!entry.isRefused) this.options.onReady(entry.account.id);
    } else void this.watchFor(entry);
  }

  /** Asks again and again, ever more patiently, until the server answers. */
  private async watchFor(entry: Entry): Promise<void> {
    if (entry.probing) return;
    const { surroundings } = this.options;
    const probing = new AbortController();
    entry.probing = probing;
    for (let tries = 0; this.isCurrent(entry) && !probing.signal.aborted; tries += 1) {
      const backoff = Math.min(PROBE.maxMs, PROBE.baseMs * 2 ** tries);
      // Being ended is not a fault: the loop's own condition sees it.
      await surroundings.wait(backoff * (0.5 + surroundings.random() / 2), probing.signal).catch(() => {});
      if (!probing.signal.aborted) await this.look(entry);
    }
    if (entry.probing === probing) entry.probing = null;
  }
}
