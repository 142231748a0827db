import type { Credentials, ProxyCredentials } from './proxyCredentials.ts';

/** Asks the user. Resolves to null when the user cancels. */
type AskCredentials = (proxy: string, isRefused: boolean) => Promise<Credentials | null>;

export interface ProxySignInOptions {
  credentials: Pick<ProxyCredentials, 'find' | 'keep' | 'forget'>;
  ask: AskCredentials;
}

/** Answers proxies that request credentials: with those that are known, otherwise with what the user enters. */
export class ProxySignIn {
  readonly #options: ProxySignInOptions;
  /** Credentials that a requester was given last; when it requests again, the proxy has refused them. */
  readonly #given = new WeakMap<object, Credentials>();
  readonly #asking = new Map<string, Promise<Credentials | null>>();
  readonly #declined = new Set<string>();
  readonly #listeners: (() => void)[] = [];

  constructor(options: ProxySignInOptions) {
    this.#options = options;
  }

  /**
   * Returns credentials for the proxy `host:port`, null when there are none. `requester` is the page or request that
   * needs them.
   */
  async answer(proxy: string, requester: object): Promise<Credentials | null> {
    const known = await this.#options.credentials.find(proxy);
    const isRefused = known !== null && this.#given.get(requester) === known;
    const credentials = known !== null && !isRefused ? known : await this.#ask(proxy, isRefused);
    if (credentials) this.#given.set(requester, credentials);
    return credentials;
  }

  /** Returns what is known without asking. */
  known(proxy: string): Promise<Credentials | null> {
    return this.#options.credentials.find(proxy);
  }

  /** Lets the next request ask again after the user has cancelled. */
  retry(): void {
    this.#declined.clear();
  }

  /** Registers a listener for credentials that the user has entered. */
  onEntered(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Requests at the same time share one question. */
  async #ask(proxy: string, isRefused: boolean): Promise<Credentials | null> {
    if (this.#declined.has(proxy)) return null;
    const asking = this.#asking.get(proxy) ?? this.#question(proxy, isRefused);
    this.#asking.set(proxy, asking);
    return asking.finally(() => this.#asking.delete(proxy));
  }

  async #question(proxy: string, isRefused: boolean): Promise<Credentials | null> {
    const { credentials, ask } = this.#options;
    if (isRefused) credentials.forget(proxy);
    const entered = await ask(proxy, isRefused);
    if (!entered) {
      this.#declined.add(proxy);
      return null;
    }
    await credentials.keep(proxy, entered);
    for (const listener of this.#listeners) listener();
    return entered;
  }
}
