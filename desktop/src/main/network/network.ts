import { signInOptions } from '@stagelink/shared/contracts/accounts';
import { app, net, type AuthInfo, type Session } from 'electron';
import type { Fetch } from '../auth/server.ts';
import { proxyAddress } from './proxyAddress.ts';
import type { ProxySignIn } from './proxySignIn.ts';

type Give = (username?: string, password?: string) => void;

export interface NetworkOptions {
  /** Session for the requests of this process. */
  session: Session;
  /** Whose pages open sockets. A socket cannot answer a proxy either, and ends older versions of Electron. */
  window: Session;
  signIn: ProxySignIn;
}

/** Requests of this process, through the proxy of the system. */
export class Network {
  readonly #session: Session;
  readonly #window: Session;
  readonly #signIn: ProxySignIn;
  /** Origins whose proxy has been signed in to. */
  readonly #ready = new Map<string, Promise<void>>();

  constructor({ session, window, signIn }: NetworkOptions) {
    this.#session = session;
    this.#window = window;
    this.#signIn = signIn;
    app.on('login', (event, contents, _details, info, give) => {
      // A request without a page is Chromium's own, such as for a dictionary, which the user does not wait for.
      if (!info.isProxy) return;
      event.preventDefault();
      if (!contents) return give();
      void this.#answer(info, contents, give);
    });
  }

  readonly fetch: Fetch = async (address, init) => {
    const { origin } = new URL(address);
    await this.#signedIn(origin);
    try {
      const response = await this.#session.fetch(address, init);
      if (response.status === 407) this.#ready.delete(origin);
      return response;
    } catch (cause) {
      this.#ready.delete(origin);
      throw cause;
    }
  };

  /**
   * Returns the URL of the proxy for a server, with the credentials that are known; null for a direct connection.
   * Others are asked for meanwhile, and reported by `onSignedIn`.
   */
  async proxyFor(server: string): Promise<string | null> {
    const address = await this.#addressFor(server);
    if (address === null) return null;
    void this.#signedIn(server);
    const proxy = new URL(address);
    const credentials = await this.#signIn.known(hostAndPort(proxy));
    if (credentials) Object.assign(proxy, credentials);
    return proxy.href.replace(/\/$/, '');
  }

  /** Called when the network may have changed. */
  recheck(): void {
    this.#ready.clear();
  }

  /** Called when the user tries again: a question that was cancelled may be asked again. */
  retrySignIn(): void {
    this.#ready.clear();
    this.#signIn.retry();
  }

  /** Registers a listener for credentials that the user has entered. */
  onSignedIn(listener: () => void): void {
    this.#signIn.onEntered(listener);
  }

  /** As Chromium determines it: from system settings, a PAC file or the environment. */
  async #addressFor(server: string): Promise<string | null> {
    return proxyAddress(await this.#session.resolveProxy(server).catch(() => ''));
  }

  #signedIn(origin: string): Promise<void> {
    const ready = this.#ready.get(origin) ?? this.#pass(origin);
    this.#ready.set(origin, ready);
    return ready;
  }

  async #pass(origin: string): Promise<void> {
    if ((await this.#addressFor(origin)) === null) return;
    await this.#request(origin, this.#session);
    await this.#request(origin, this.#window);
  }

  /**
   * Sends one request that can answer the proxy. `fetch` cannot; its requests use the credentials that the session
   * remembers from this one.
   */
  #request(origin: string, session: Session): Promise<void> {
    return new Promise<void>((done) => {
      const request = net.request({ url: origin + signInOptions.path, session });
      request.on('login', (info, give) => {
        if (info.isProxy) void this.#answer(info, request, give);
        else give();
      });
      request.on('response', (response) => {
        response.on('data', () => {});
        response.on('end', () => done());
        response.on('error', () => done());
      });
      request.on('error', () => done());
      request.end();
    });
  }

  async #answer({ host, port }: AuthInfo, requester: object, give: Give): Promise<void> {
    const credentials = await this.#signIn.answer(`${host}:${port}`, requester).catch(() => null);
    if (credentials) give(credentials.username, credentials.password);
    else give();
  }
}

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
