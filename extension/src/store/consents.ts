import type { Memento } from 'vscode';

const KEY = 'consents';
/** Enough for the branches of a project; older consents are requested again. */
const KEPT = 50;
/** Folder → fingerprints of the commands the user allowed in it. */
type Agreed = Record<string, string[]>;

/** Consent covers one folder and exactly these commands; a changed command needs new consent. */
export class Consents {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  has(folder: string, fingerprints: readonly string[]): boolean {
    const agreed = this.#agreed()[folder] ?? [];
    return fingerprints.every((fingerprint) => agreed.includes(fingerprint));
  }

  async remember(folder: string, fingerprints: readonly string[]): Promise<void> {
    const agreed = this.#agreed();
    const all = new Set([...(agreed[folder] ?? []), ...fingerprints]);
    await this.#memento.update(KEY, { ...agreed, [folder]: [...all].slice(-KEPT) });
  }

  #agreed(): Agreed {
    return this.#memento.get<Agreed>(KEY, {});
  }
}
