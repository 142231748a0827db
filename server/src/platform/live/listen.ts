import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import type { BusMessage } from './events.ts';
import { PG_CHANNEL } from './publish.ts';

/** `notice`: a message arrived. `reconnected`: messages may have been missed, so caches are invalid. */
interface ListenerEvents {
  notice: [BusMessage];
  reconnected: [];
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** How often the listener proves that notifications of other connections arrive. */
export interface Heartbeat {
  everyMs: number;
  /** A heartbeat that takes this long: other messages may be missing too, so `connected` is false. */
  lateMs: number;
  /** A heartbeat that takes this long: the connection is replaced. */
  lostMs: number;
}

/** A change is effective on every process within two seconds. */
const PULSE: Heartbeat = { everyMs: 900, lateMs: 900, lostMs: 15_000 };
/** Generous: caches are bypassed meanwhile, and a busy computer starts slowly. */
const CONNECT_MS = 60_000;

/** Name of the connection, by which servers find each other in the database, with the id of their master key. */
export const LISTENER = 'stagelink live';
export const listenerName = (keyId: string): string => `${LISTENER} ${keyId}`;

/** Sends a notification through the connections that changes are made with. */
export type Notify = (channel: string, payload: string) => PromiseLike<unknown>;

/** Ignores errors: the connection is being discarded. */
function close(client: Client): void {
  client.end().catch(() => undefined);
}

const notificationsMissing = () =>
  new ConfigError(
    'PostgreSQL’s notifications do not arrive, as behind a connection pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for the same database as DATABASE_URL.',
  );

/** One connection per process that receives all messages and reconnects automatically. */
export class Listener extends EventEmitter<ListenerEvents> {
  /** While false, messages may be missing. */
  connected = false;
  #client: Client | undefined;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  /** Channel of this process only. */
  readonly #ownChannel = `stagelink_${randomUUID().replaceAll('-', '')}`;
  readonly #expected = new Map<string, () => void>();
  readonly #url: string;
  readonly #notify: Notify;
  readonly #log: Log;
  readonly #name: string;
  readonly #pulse: Heartbeat;

  constructor(
    { url, name, notify, log }: { url: string; name: string; notify: Notify; log: Log },
    pulse = PULSE,
  ) {
    super();
    // Every cache of database state subscribes here.
    this.setMaxListeners(50);
    this.#url = url;
    this.#name = name;
    this.#notify = notify;
    this.#log = log;
    this.#pulse = pulse;
  }

  /** Whether the connection is being replaced. */
  get isLost(): boolean {
    return this.#client === undefined;
  }

  /** Throws `ConfigError` when notifications do not arrive. */
  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#name,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: this.#pulse.lostMs,
    });
    client.on('error', (cause) => this.#lost(client, cause));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => this.#receive(channel, payload));
    try {
      await client.connect();
      await client.query(`listen ${PG_CHANNEL}; listen ${this.#ownChannel}`);
      if (!(await this.#receivesOwn())) throw notificationsMissing();
    } catch (cause) {
      close(client);
      throw cause;
    }
    if (this.#stopped) return close(client);
    this.#client = client;
    this.connected = true;
    this.#watch(client);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.connected = false;
    clearTimeout(this.#retry);
    clearTimeout(this.#beat);
    await this.#client?.end();
  }

  #receive(channel: string, payload = ''): void {
    if (channel === this.#ownChannel) this.#expected.get(payload)?.();
    else if (payload) this.emit('notice', JSON.parse(payload) as BusMessage);
  }

  #watch(client: Client): void {
    this.#beat = setTimeout(() => void this.#check(client), this.#pulse.everyMs);
  }

  /**
   * A network that drops all packets closes no connection, and a pooler swallows notifications. Those of one connection
   * arrive in order, so a heartbeat that arrives late proves that nothing before it is missing.
   */
  async #check(client: Client): Promise<void> {
    const late = setTimeout(() => {
      if (client === this.#client) this.connected = false;
    }, this.#pulse.lateMs);
    const isReceived = await this.#receivesOwn();
    clearTimeout(late);
    if (client !== this.#client || this.#stopped) return;
    if (!isReceived) return this.#lost(client, new Error('The database delivers no notifications'));
    this.connected = true;
    this.#watch(client);
  }

  /** Sends a nonce as changes are sent, and returns whether it arrives in time. */
  async #receivesOwn(): Promise<boolean> {
    const nonce = randomUUID();
    const { promise: received, resolve } = Promise.withResolvers<boolean>();
    const ending = new AbortController();
    this.#expected.set(nonce, () => resolve(true));
    const late = wait(this.#pulse.lostMs, false, { signal: ending.signal, ref: false });
    const sent = this.#send(nonce, ending.signal).then(() => received);
    try {
      return await Promise.race([sent, late]);
    } finally {
      ending.abort();
      late.catch(() => undefined);
      this.#expected.delete(nonce);
    }
  }

  /** A pool that is full for a moment is not a lost connection. */
  async #send(nonce: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#notify(this.#ownChannel, nonce);
        return;
      } catch {
        await wait(FIRST_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #lost(client: Client, cause?: Error): void {
    if (this.#stopped || client !== this.#client) return;
    this.#client = undefined;
    this.connected = false;
    clearTimeout(this.#beat);
    close(client);
    this.#log.warn({ err: cause }, 'the live connection to the database was lost');
    this.#again(FIRST_RETRY_MS);
  }

  #again(delay: number): void {
    this.#retry = setTimeout(() => {
      this.start().then(
        () => this.emit('reconnected'),
        () => {
          if (!this.#stopped) this.#again(Math.min(delay * 2, MAX_RETRY_MS));
        },
      );
    }, delay);
  }
}
