import { connectForLong, type Connection, serverOf } from '../connection.ts';
import type { Context } from '../context.ts';
import { notSignedIn } from '../errors.ts';

/** The connection of a program that starts whether or not its user is signed in. */
export class LaterConnection {
  readonly #context: Context;
  readonly #server: string;
  #current: Connection | null = null;

  /** Throws for an address that is not one of a server. */
  constructor(context: Context) {
    this.#context = context;
    this.#server = serverOf(context);
  }

  /** Connects, unless it did; throws what `connectForLong` throws, and tries again with the next call. */
  async connect(): Promise<void> {
    this.#current ??= await connectForLong(this.#context);
  }

  /** Throws while signed out. */
  get current(): Connection {
    if (!this.#current) throw notSignedIn(this.#server);
    return this.#current;
  }
}
