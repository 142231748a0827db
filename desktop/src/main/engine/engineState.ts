import type { AccountStore } from '../auth/accounts.ts';
import { logger } from '../log.ts';
import type { PreferenceStore } from '../preferences.ts';
import type { Network } from '../network/network.ts';
import type { Ask } from './engine.ts';

export interface EngineStateOptions {
  network: Network;
  accounts: AccountStore;
  preferences: PreferenceStore;
}

const logFailure = (cause: unknown): void => logger.error('engine', cause);

/** Sends the engine what it does not store: accounts with their tokens and proxies, and whether watching is paused. */
export class EngineState {
  readonly #options: EngineStateOptions;

  constructor(options: EngineStateOptions) {
    this.#options = options;
  }

  async send(ask: Ask): Promise<void> {
    await this.sendAccounts(ask);
    this.sendPause(ask);
  }

  async sendAccounts(ask: Ask): Promise<void> {
    const { accounts, network } = this.#options;
    const servers = new Set(accounts.list().all.map(({ server }) => server));
    const proxyOf = async (server: string) => [server, await network.proxyFor(server)] as const;
    const proxies = new Map(await Promise.all(Array.from(servers, proxyOf)));
    const { all, activeId } = accounts.list();
    const known = all.map(({ id, server, uid }) => ({
      id,
      server,
      uid,
      token: accounts.tokenOf(id),
      proxy: proxies.get(server) ?? null,
    }));
    await ask('accounts.set', known, activeId).catch(logFailure);
  }

  sendPause(ask: Ask): void {
    const { isPaused } = this.#options.preferences.get();
    void ask('watching.pause', isPaused).catch(logFailure);
  }

  /** Called when the computer woke up, its network changed, or a server responds again. */
  async recheckNetwork(ask: Ask): Promise<void> {
    await this.sendAccounts(ask);
    await ask('network.recheck').catch(logFailure);
  }
}
