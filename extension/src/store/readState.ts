import type { Memento } from 'vscode';

const KEY = 'seenComments';

interface StoredReadState {
  /** Comments that were notified about, or existed when the snapshot was first read. */
  known: string[];
  /** Threads that are new since the user last opened the view. */
  unseen: string[];
}

/** Comments this workspace has notified about, so that each is notified once, also after a restart. */
export class ReadState {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Returns null for a snapshot that was never read. */
  known(snapshotId: string): ReadonlySet<string> | null {
    const kept = this.#all()[snapshotId];
    return kept ? new Set(kept.known) : null;
  }

  unseen(snapshotId: string): readonly string[] {
    return this.#all()[snapshotId]?.unseen ?? [];
  }

  /** Stores the current comments and the new threads among them; drops deleted ones. */
  async note(snapshotId: string, known: readonly string[], newThreads: readonly string[]): Promise<void> {
    const unseen = [...new Set([...this.unseen(snapshotId), ...newThreads])].filter((id) =>
      known.includes(id),
    );
    await this.#memento.update(KEY, { ...this.#all(), [snapshotId]: { known: [...known], unseen } });
  }

  /** Marks these as seen. */
  async markSeen(snapshotIds: readonly string[]): Promise<void> {
    const all = this.#all();
    if (!snapshotIds.some((id) => this.unseen(id).length > 0)) return;
    const looked = snapshotIds.flatMap((id) => (all[id] ? [[id, { ...all[id], unseen: [] }] as const] : []));
    await this.#memento.update(KEY, { ...all, ...Object.fromEntries(looked) });
  }

  #all(): Record<string, StoredReadState> {
    return this.#memento.get<Record<string, StoredReadState>>(KEY, {});
  }
}
