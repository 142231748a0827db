import type { Memento } from 'vscode';

const KEY = 'consents';
/** Folder → the commands a person agreed to run in it. */
type Agreed = Record<string, string[]>;

/** A yes is for one folder and one command; another command, or the same one elsewhere, is asked about again. */
export class Consents {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  has(folder: string, commands: readonly string[]): boolean {
    const agreed = this.agreed()[folder] ?? [];
    return commands.every((command) => agreed.includes(command));
  }

  async remember(folder: string, commands: readonly string[]): Promise<void> {
    const agreed = this.agreed();
    const all = new Set([...(agreed[folder] ?? []), ...commands]);
    await this.memento.update(KEY, { ...agreed, [folder]: [...all] });
  }

  private agreed(): Agreed {
    return this.memento.get<Agreed>(KEY, {});
  }
}
