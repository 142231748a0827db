import type { Folder, FolderState } from '../folders.ts';
import { EngineError } from './problems.ts';
import type { Tell } from './engine.ts';
import type { Store } from './store/open.ts';

/** What outlives the engine; the others say what it is doing at the moment. */
const RESTING: ReadonlySet<FolderState['kind']> = new Set([
  'idle',
  'asking',
  'failed',
  'queued',
  'signedOut',
]);

/** Every folder and what it is doing, in memory and, as far as it lasts, in the store; each change is told. */
export class Folders {
  private readonly byId: Map<string, Folder>;
  private readonly store: Store;
  private readonly tell: Tell;

  constructor(store: Store, tell: Tell) {
    this.store = store;
    this.tell = tell;
    this.byId = new Map(store.folders.all().map((folder) => [folder.id, folder]));
  }

  all(): Folder[] {
    return [...this.byId.values()];
  }

  find(id: string): Folder | undefined {
    return this.byId.get(id);
  }

  get(id: string): Folder {
    const folder = this.byId.get(id);
    if (folder) return folder;
    throw new EngineError('folder_unknown', 'That folder is not here any more.', 'Add it again.');
  }

  /** Throws when it could not be written: what a person decides must not be lost quietly. */
  put(folder: Folder): Folder {
    this.store.folders.put(folder);
    return this.show(folder);
  }

  change(id: string, change: Partial<Folder>): Folder {
    return this.put({ ...this.get(id), ...change });
  }

  /** Says what a folder is doing. One that was removed meanwhile does nothing. */
  setState(id: string, state: FolderState): void {
    this.note(id, { state }, RESTING.has(state.kind));
  }

  /** Shows what was found out, and remembers it if it can: nobody decided it, and it can be found out again. */
  note(id: string, found: Partial<Folder>, isLasting = true): void {
    const folder = this.byId.get(id);
    if (!folder) return;
    const changed = this.show({ ...folder, ...found });
    if (!isLasting) return;
    try {
      this.store.folders.put(changed);
    } catch {
      // The disk is full, or the engine ends: whoever changes something hears of it.
    }
  }

  /** A snapshot shows this version, whoever published it: what waited before it need not be decided on any more. */
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
    this.store.folders.remove(id);
    this.byId.delete(id);
    this.tell('folder.removed', id);
  }

  /** Shows it without writing it down. */
  show(folder: Folder): Folder {
    this.byId.set(folder.id, folder);
    this.tell('folder.changed', folder);
    return folder;
  }
}
