import type { Folder, FolderState } from '../../protocol/folders.ts';
import { next } from './next.ts';
import { type Effect, type FolderEvent, type FolderMachine, restingMachine } from './states.ts';

type EffectType = Effect['type'];

/** Does what the machine of a folder decided, by effect. */
export type Performers = {
  [T in EffectType]: (folderId: string, effect: Extract<Effect, { type: T }>) => void;
};

export interface FolderMachinesOptions {
  find: (folderId: string) => Folder | undefined;
  setState: (folderId: string, state: FolderState) => void;
  performers: Performers;
}

/** Runs a machine for each folder: its events one after the other, and their effects in order. */
export class FolderMachines {
  readonly #machines = new Map<string, FolderMachine>();
  readonly #options: FolderMachinesOptions;
  readonly #events: [folderId: string, event: FolderEvent][] = [];
  #isSending = false;
  /** Until the main process reports otherwise. */
  #isPaused = true;

  constructor(options: FolderMachinesOptions) {
    this.#options = options;
  }

  isStaging(folderId: string): boolean {
    return this.#machines.get(folderId)?.phase === 'staging';
  }

  /** Changes during a pause are staged afterwards. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const folderId of this.#machines.keys())
      this.send(folderId, { type: isPaused ? 'paused' : 'resumed' });
  }

  forget(folderId: string): void {
    this.#machines.delete(folderId);
  }

  /** An event that an effect causes follows when the effects of the current one are done. */
  send(folderId: string, event: FolderEvent): void {
    this.#events.push([folderId, event]);
    if (!this.#isSending) this.#run();
  }

  #run(): void {
    this.#isSending = true;
    try {
      for (let sent = this.#events.shift(); sent; sent = this.#events.shift()) this.#step(...sent);
    } finally {
      this.#isSending = false;
      // What one folder cannot store does not hold up the others.
      if (this.#events.length > 0) this.#run();
    }
  }

  #step(folderId: string, event: FolderEvent): void {
    const shown = this.#options.find(folderId)?.state;
    // The folder was removed meanwhile.
    if (!shown) return;
    const machine = this.#machines.get(folderId) ?? restingMachine(shown, this.#isPaused);
    const [following, ...effects] = next({ ...machine, shown }, event);
    this.#machines.set(folderId, following);
    if (following.shown !== shown) this.#options.setState(folderId, following.shown);
    for (const effect of effects) this.#perform(folderId, effect);
  }

  #perform<T extends EffectType>(folderId: string, effect: Extract<Effect, { type: T }>): void {
    const perform = this.#options.performers[effect.type as T];
    perform(folderId, effect);
  }
}
