import { UserError } from '@stagelink/shared/client/userError';
import { fetchOutside } from './fetchOutside.ts';
import type { CapturedPage } from './pageBuilder.ts';
import { pageGone } from './pagePort.ts';
import { ASSETS_MAX, FromPage, type ToPage } from './protocol.ts';

/** Messages of one page: its files, their progress, and requests. */
const MESSAGES_MAX = 6 * ASSETS_MAX;

type FetchMessage = Extract<FromPage, { type: 'fetch' }>;
/** What a page says of itself, other than to be given a file. */
export type PageMessage = Exclude<FromPage, FetchMessage>;

interface MessagesOptions {
  /** URLs of files above the size limit that are wanted all the same. */
  large: readonly string[];
  signal: AbortSignal;
  /** Takes a message; returns the page with its last one. */
  take: (message: PageMessage) => Promise<CapturedPage | void>;
}

/** The messages of one frame, which is not trusted, until its page is complete. */
export class PageMessages {
  readonly #port: chrome.runtime.Port;
  readonly #options: MessagesOptions;
  readonly #page = Promise.withResolvers<CapturedPage>();
  #count = 0;
  #queue = Promise.resolve();

  constructor(port: chrome.runtime.Port, options: MessagesOptions) {
    this.#port = port;
    this.#options = options;
    const { signal } = options;
    port.onMessage.addListener((raw: unknown) => this.#receive(raw));
    port.onDisconnect.addListener(() => this.#page.reject(pageGone()));
    signal.addEventListener('abort', () => this.#page.reject(signal.reason));
  }

  /** Sends what begins the reading. Throws `UserError`. */
  begin(message: ToPage): Promise<CapturedPage> {
    this.#port.postMessage(message);
    return this.#page.promise;
  }

  #receive(raw: unknown): void {
    const message = FromPage.safeParse(raw);
    this.#count += 1;
    if (!message.success || this.#count > MESSAGES_MAX) {
      this.#page.reject(
        new UserError('page_failed', 'The page sent what no page sends. It was not captured.'),
      );
    } else if (message.data.type === 'fetch') {
      this.#answer(message.data).catch(this.#page.reject);
    } else {
      this.#enqueue(message.data);
    }
  }

  async #answer({ id, url }: FetchMessage): Promise<void> {
    const file = await fetchOutside(url, this.#options.large).catch((cause: unknown) => ({
      failure: String(cause),
    }));
    this.#port.postMessage({ type: 'answer', id, file } satisfies ToPage);
  }

  /** One after the other: a page's own message comes after its files. */
  #enqueue(message: PageMessage): void {
    this.#queue = this.#queue.then(() => this.#take(message)).catch(this.#page.reject);
  }

  async #take(message: PageMessage): Promise<void> {
    const page = await this.#options.take(message);
    if (page) this.#page.resolve(page);
  }
}
