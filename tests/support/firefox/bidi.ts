interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  error?: string;
  message?: string;
  result?: unknown;
}

interface Evaluated {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/**
 * A session with a browser over WebDriver BiDi. Libraries for this protocol show pages only, not the toolbar and the
 * prompts of the browser.
 */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #replies = new Map<number, PromiseWithResolvers<unknown>>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#replies.values()) reject(new Error('The browser has closed.'));
    });
  }

  static async connect(address: string): Promise<Bidi> {
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`There is no browser at ${address}`)));
    });
    const bidi = new Bidi(socket);
    await bidi.send('session.new', { capabilities: {} });
    return bidi;
  }

  #receive({ id, type, error, message, result }: Message): void {
    const reply = this.#replies.get(id ?? 0);
    if (type === 'error') reply?.reject(new Error(`${error}: ${message}`));
    else reply?.resolve(result);
    this.#replies.delete(id ?? 0);
  }

  send<T>(method: string, params: object): Promise<T> {
    this.#sent += 1;
    const reply = Promise.withResolvers<unknown>();
    this.#replies.set(this.#sent, reply);
    this.#socket.send(JSON.stringify({ id: this.#sent, method, params }));
    return reply.promise as Promise<T>;
  }

  /** Runs a function in a page and returns its result, both as JSON. */
  async evaluate<Args extends unknown[], T>(
    context: string,
    run: (...args: Args) => T,
    ...args: Args
  ): Promise<Awaited<T>> {
    const given = args.map((arg) => JSON.stringify(arg)).join(', ');
    const { type, result, exceptionDetails } = await this.send<Evaluated>('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${run.toString()})(${given})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return JSON.parse(result?.value ?? 'null') as Awaited<T>;
  }
}
