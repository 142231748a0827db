import type { Memento } from 'vscode';

const KEY = 'seenComments';

interface Kept {
  /** Comments that were told of, or were there when the snapshot was first read. */
  known: string[];
  /** Threads that are new to whoever has not looked yet. */
  unseen: string[];
}

/** Which comments of a snapshot this workspace has told of, so that each is told once, also after a restart. */
export class Seen {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  /** Null for a snapshot that was never read. */
  known(snapshotId: string): ReadonlySet<string> | null {
    const kept = this.all()[snapshotId];
    return kept ? new Set(kept.known) : null;
  }

  unseen(snapshotId: string): readonly string[] {
    return this.all()[snapshotId]?.unseen ?? [];
  }

  /** What there is now, and which threads among it are new. What is gone is forgotten. */
  async note(snapshotId: string, known: readonly string[], newThreads: readonly string[]): Promise<void> {
    const unseen = [...new Set([...this.unseen(snapshotId), ...newThreads])].filter((id) =>
      known.includes(id),
    );
    await this.memento.update(KEY, { ...this.all(), [snapshotId]: { known: [...known], unseen } });
  }

  /** Somebody has looked at these. */
  async look(snapshotIds: readonly string[]): Promise<void> {
    const all = this.all();
    if (!snapshotIds.some((id) => this.unseen(id).length > 0)) return;
    const looked = snapshotIds.flatMap((id) => (all[id] ? [[id, { ...all[id], unseen: [] }] as const] : []));
    await this.memento.update(KEY, { ...all, ...Object.fromEntries(looked) });
  }

  private all(): Record<string, Kept> {
    return this.memento.get<Record<string, Kept>>(KEY, {});
  }
}
