import type { OAuthCallback } from './signIn/oauthCallback.ts';
import type { PinnedSnapshots } from './store/pinnedSnapshots.ts';
import type { Consents } from './store/consents.ts';
import type { Reported } from './store/reported.ts';
import type { SignIns } from './store/signIns.ts';
import type { StagedFolders } from './store/stagedFolders.ts';
import type { Comments } from './threads/comments.ts';
import type { Log } from './log.ts';

/** Long-lived parts of the extension, for commands. */
export interface App {
  /** Id of the extension, with which its URIs begin. */
  id: string;
  version: string;
  signIns: SignIns;
  reported: Reported;
  stagedFolders: StagedFolders;
  consents: Consents;
  chosen: PinnedSnapshots;
  oauthCallback: OAuthCallback;
  comments: Comments;
  log: Log;
  staging: Staging;
}

/** Folders being staged, so that none is staged twice at once. */
export class Staging {
  readonly #folders = new Set<string>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get isBusy(): boolean {
    return this.#folders.size > 0;
  }

  /** Null when the folder is already being staged. */
  async during<T>(folder: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#folders.has(folder)) return null;
    this.#folders.add(folder);
    this.#changed();
    try {
      return await work();
    } finally {
      this.#folders.delete(folder);
      this.#changed();
    }
  }
}
