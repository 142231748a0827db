import * as z from 'zod';
import type { Vault } from '../auth/vault.ts';
import type { JsonFile } from '../jsonFile.ts';

export const Credentials = z.object({ username: z.string(), password: z.string() });
export type Credentials = z.infer<typeof Credentials>;

/** Encrypted by the system, in base64, by `host:port` of the proxy. */
export const StoredProxies = z.record(z.string(), z.string());
type StoredProxies = z.infer<typeof StoredProxies>;

export interface ProxyCredentialsOptions {
  file: JsonFile<StoredProxies>;
  vault: Vault;
}

/** Credentials for proxies. They are stored encrypted by the system, or kept until the companion quits. */
export class ProxyCredentials {
  readonly #options: ProxyCredentialsOptions;
  readonly #known = new Map<string, Credentials>();

  constructor(options: ProxyCredentialsOptions) {
    this.#options = options;
  }

  /** Returns null when there are none, or while the keyring is locked. */
  async find(proxy: string): Promise<Credentials | null> {
    const known = this.#known.get(proxy) ?? (await this.#unsealed(proxy));
    if (known) this.#known.set(proxy, known);
    return known;
  }

  async keep(proxy: string, credentials: Credentials): Promise<void> {
    const { file, vault } = this.#options;
    this.#known.set(proxy, credentials);
    if (!(await vault.isAvailable())) return;
    const sealed = await vault.seal(JSON.stringify(credentials));
    file.write({ ...file.read(), [proxy]: sealed.toString('base64') });
  }

  forget(proxy: string): void {
    const { file } = this.#options;
    this.#known.delete(proxy);
    const { [proxy]: forgotten, ...others } = file.read();
    if (forgotten !== undefined) file.write(others);
  }

  async #unsealed(proxy: string): Promise<Credentials | null> {
    const { file, vault } = this.#options;
    const sealed = file.read()[proxy];
    if (sealed === undefined || !(await vault.isAvailable())) return null;
    try {
      return Credentials.parse(JSON.parse(await vault.open(Buffer.from(sealed, 'base64'))));
    } catch {
      return null;
    }
  }
}
