import type { Folder, FolderState } from '../protocol/folders.ts';
import { UserError } from '@stagelink/shared/client/userError';
import type { EmitSignal } from '../protocol/engine.ts';
import type { Store } from './store/open.ts';

/** States that are stored; the others describe current work. */
const RESTING: ReadonlySet<FolderState['kind']> = new Set([
  'idle',
  'asking',
  'deciding',
  'failed',
  'queued',
  'signedOut',
]);

/** A state that the end of the previous engine left describes no work of this one. */
const atStart = (folder: Folder): Folder =>
  RESTING.has(folder.state.kind) ? folder : { ...folder, state: { kind: 'idle' } };

/** Folders and their states, in memory and in the store; publishes every change. */
export class Folders {
  readonly #byId: Map<string, Folder>;
  readonly #store: Store;
  readonly #emit: EmitSignal;

  constructor(store: Store, emit: EmitSignal) {
    this.#store = store;
    this.#emit = emit;
    this.#byId = new Map(store.folders.all().map((folder) => [folder.id, atStart(folder)]));
  }

  all(): Folder[] {
    return [...this.#byId.values()];
  }

  find(id: string): Folder | undefined {
    return this.#byId.get(id);
  }

  get(id: string): Folder {
    const folder = this.#byId.get(id);
    if (folder) return folder;
    throw new UserError('folder_unknown', 'This folder no longer exists.', 'Add it again.');
  }

  /** Throws when writing fails, so a decision of the user is never lost silently. */
  put(folder: Folder): Folder {
    this.#store.folders.put(folder);
    return this.show(folder);
  }

  change(id: string, change: Partial<Folder>): Folder {
    return this.put({ ...this.get(id), ...change });
  }

  /** Sets a folder's state; ignores a folder that was removed meanwhile. */
  setState(id: string, state: FolderState): void {
    this.note(id, { state }, RESTING.has(state.kind));
  }

  /** Shows a detected fact and stores it if possible; it can be detected again. */
  note(id: string, found: Partial<Folder>, isLasting = true): void {
    const folder = this.#byId.get(id);
    if (!folder) return;
    const changed = this.show({ ...folder, ...found });
    if (!isLasting) return;
    try {
      this.#store.folders.put(changed);
    } catch {
      // Ignored: the next write reports a full disk or a closed store.
    }
  }

  /** Records the version a snapshot's link shows, which settles earlier drafts. */
  shown(snapshotId: string, version: number): void {
    for (const { id, link } of this.all()) {
      if (link?.snapshotId !== snapshotId) continue;
      const waiting = link.waiting && link.waiting.version > version ? link.waiting : null;
      if (link.version !== version || waiting !== link.waiting)
        this.note(id, { link: { ...link, version, waiting } });
    }
  }

  remove(id: string): void {
    this.get(id);
    this.#store.folders.remove(id);
    this.#byId.delete(id);
    this.#emit('folder.removed', id);
  }

  /** Shows a folder without storing it. */
  show(folder: Folder): Folder {
    this.#byId.set(folder.id, folder);
    this.#emit('folder.changed', folder);
    return folder;
  }
}
