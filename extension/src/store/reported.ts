import type { Memento } from 'vscode';
import type { Owner } from './stagedFolders.ts';

const KEY = 'reportedVersions';

/** Version last reported to each account's server, so that each is reported once. */
export class Reported {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  has(owner: Owner, version: string): boolean {
    return this.#all()[nameOf(owner)] === version;
  }

  async keep(owner: Owner, version: string): Promise<void> {
    await this.#memento.update(KEY, { ...this.#all(), [nameOf(owner)]: version });
  }

  #all(): Record<string, string> {
    return this.#memento.get<Record<string, string>>(KEY, {});
  }
}

const nameOf = ({ server, uid }: Owner) => `${server} ${uid}`;
