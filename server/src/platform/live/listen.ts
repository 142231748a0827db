import { EventEmitter } from 'node:events';
import { Client } from 'pg';
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

/** How often the connection is checked, and how long each check may take. */
export interface Heartbeat {
  everyMs: number;
  answerMs: number;
}

const PULSE: Heartbeat = { everyMs: 10_000, answerMs: 15_000 };
/** Generous: caches are bypassed meanwhile, and a busy computer starts slowly. */
const CONNECT_MS = 60_000;

/** Ignores errors: the connection is being discarded. */
function close(client: Client): void {
  client.end().catch(() => undefined);
}

/** One connection per process that receives all messages and reconnects automatically. */
export class Listener extends EventEmitter<ListenerEvents> {
  /** While false, messages are being missed. */
  connected = false;
  #client: Client | undefined;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  readonly #url: string;
  readonly #log: Log;
  readonly #pulse: Heartbeat;

  constructor(url: string, log: Log, pulse = PULSE) {
    super();
    // Every cache of database state subscribes here.
    this.setMaxListeners(50);
    this.#url = url;
    this.#log = log;
    this.#pulse = pulse;
  }

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'stagelink live',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: this.#pulse.answerMs,
    });
    client.on('error', (cause) => this.#lost(client, cause));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (payload) this.emit('notice', JSON.parse(payload) as BusMessage);
    });
    try {
      await client.connect();
      await client.query(`listen ${PG_CHANNEL}`);
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

  /** A network that drops all packets closes no connection, so query regularly and expect a reply. */
  #watch(client: Client): void {
    this.#beat = setTimeout(() => void this.#check(client), this.#pulse.everyMs);
  }

  async #check(client: Client): Promise<void> {
    try {
      await client.query('select 1');
      if (client === this.#client && !this.#stopped) this.#watch(client);
    } catch (cause) {
      this.#lost(client, cause instanceof Error ? cause : undefined);
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
