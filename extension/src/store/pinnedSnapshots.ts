import type { Memento } from 'vscode';

const KEY = 'chosenSnapshots';

/** Snapshots whose comments the user added here although they were staged elsewhere. */
export class PinnedSnapshots {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  all(): readonly string[] {
    return this.#memento.get<string[]>(KEY, []);
  }

  async add(snapshotId: string): Promise<void> {
    await this.#memento.update(KEY, [...this.all().filter((id) => id !== snapshotId), snapshotId]);
  }

  async remove(snapshotId: string): Promise<void> {
    await this.#memento.update(
      KEY,
      this.all().filter((id) => id !== snapshotId),
    );
  }
}
