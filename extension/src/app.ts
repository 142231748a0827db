import type { ComingBack } from './signIn/comingBack.ts';
import type { Chosen } from './store/chosen.ts';
import type { Consents } from './store/consents.ts';
import type { Reported } from './store/reported.ts';
import type { SignIns } from './store/signIns.ts';
import type { StagedFolders } from './store/stagedFolders.ts';
import type { Comments } from './threads/comments.ts';
import type { Log } from './log.ts';

/** Everything a command may touch of the editor's lasting parts. */
export interface App {
  /** The extension's own, which its addresses begin with. */
  id: string;
  version: string;
  signIns: SignIns;
  reported: Reported;
  stagedFolders: StagedFolders;
  consents: Consents;
  chosen: Chosen;
  comingBack: ComingBack;
  comments: Comments;
  log: Log;
  /** Folders being staged at this moment. */
  staging: Staging;
}

/** Which folders are being staged, so that none is staged twice at once. */
export class Staging {
  private readonly folders = new Set<string>();
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  get isBusy(): boolean {
    return this.folders.size > 0;
  }

  /** Null when the folder is being staged already. */
  async during<T>(folder: string, work: () => Promise<T>): Promise<T | null> {
    if (this.folders.has(folder)) return null;
    this.folders.add(folder);
    this.changed();
    try {
      return await work();
    } finally {
      this.folders.delete(folder);
      this.changed();
    }
  }
}
