import type { Memento } from 'vscode';

const KEY = 'consents';
/** Enough for the branches of a project; older ones are asked about again. */
const KEPT = 50;
/** Folder → fingerprints of the commands a person agreed to run in it. */
type Agreed = Record<string, string[]>;

/** Consent is for one folder and exactly what its commands run: a change of that is asked about again. */
export class Consents {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  has(folder: string, fingerprints: readonly string[]): boolean {
    const agreed = this.agreed()[folder] ?? [];
    return fingerprints.every((fingerprint) => agreed.includes(fingerprint));
  }

  async remember(folder: string, fingerprints: readonly string[]): Promise<void> {
    const agreed = this.agreed();
    const all = new Set([...(agreed[folder] ?? []), ...fingerprints]);
    await this.memento.update(KEY, { ...agreed, [folder]: [...all].slice(-KEPT) });
  }

  private agreed(): Agreed {
    return this.memento.get<Agreed>(KEY, {});
  }
}
