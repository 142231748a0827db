import type { Folder } from '../../protocol/folders.ts';

/** Remembers since when a folder was not watched, so that the next watch finds what changed meanwhile. */
export class MissedChanges {
  /** Start of the last stage, which has read all earlier changes. */
  #stagedAt = 0;
  /** Whether changes made while the companion did not run were detected. */
  #isCaughtUp = false;
  #interruptedSince: number | null = null;

  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  staged(at: number): void {
    this.#stagedAt = at;
  }

  /** A watch ended that began at this time. */
  interrupted(beganAt: number): void {
    this.#interruptedSince = Math.max(beganAt, this.#stagedAt);
  }

  /** The user does not want what changes until the next watch. */
  forget(): void {
    this.#interruptedSince = null;
  }

  /** Returns the time since which changes were missed; null when there were none or trying is pointless. */
  take({ state, lastStagedAt }: Folder): number | null {
    const since = this.#interruptedSince;
    this.#interruptedSince = null;
    if (this.#isCaughtUp) return since;
    this.#isCaughtUp = true;
    return state.kind === 'idle' ? lastStagedAt : null;
  }
}
