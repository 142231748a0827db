import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import type { Log } from '../log.ts';
import type { Notice } from './events.ts';
import { PG_CHANNEL } from './record.ts';

/** `notice`: something was recorded. `reconnected`: notices may have been missed, so nothing remembered can be trusted. */
interface ListenerEvents {
  notice: [Notice];
  reconnected: [];
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** One connection of this process that hears every notice, and comes back by itself. */
export class Listener extends EventEmitter<ListenerEvents> {
  /** While false, notices are being missed. */
  connected = false;
  #client: Client | undefined;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #url: string;
  readonly #log: Log;

  constructor(url: string, log: Log) {
    super();
    // Every part that remembers something from the database listens here.
    this.setMaxListeners(50);
    this.#url = url;
    this.#log = log;
  }

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'stagelink live',
      keepAlive: true,
    });
    client.on('error', (cause) => this.#lost(client, cause));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (payload) this.emit('notice', JSON.parse(payload) as Notice);
    });
    this.#client = client;
    await client.connect();
    await client.query(`listen ${PG_CHANNEL}`);
    this.connected = true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.connected = false;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #lost(client: Client, cause?: Error): void {
    if (this.#stopped || client !== this.#client) return;
    this.#client = undefined;
    this.connected = false;
    this.#log.warn({ err: cause }, 'the live connection to the database was lost');
    this.#again(FIRST_RETRY_MS);
  }

  #again(delay: number): void {
    this.#retry = setTimeout(() => {
      this.start().then(
        () => this.emit('reconnected'),
        () => {
          this.#client = undefined;
          if (!this.#stopped) this.#again(Math.min(delay * 2, MAX_RETRY_MS));
        },
      );
    }, delay);
  }
}
