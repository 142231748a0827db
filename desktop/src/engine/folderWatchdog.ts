import { stat as statFile } from 'node:fs/promises';
import type { Runtime } from '@stagelink/shared/client/runtime';

const LOOK_EVERY_MS = 2_000;
/** A network folder whose server is gone may block a call for minutes or forever. */
const ANSWER_MS = 5_000;

/** `missing`: deleted, renamed or on an absent disk. `unreachable`: its disk does not respond. */
export type Presence = 'there' | 'missing' | 'unreachable';

export interface FolderPresenceOptions {
  stat?: ((folder: string) => Promise<{ isDirectory: () => boolean; isFile: () => boolean }>) | undefined;
  answerMs?: number | undefined;
}

/** Checks whether folders, and files that are staged alone, exist. An unresponsive folder delays only itself and has one check at a time. */
export class FolderPresence {
  readonly #stat: NonNullable<FolderPresenceOptions['stat']>;
  readonly #answerMs: number;
  readonly #pending = new Map<string, Promise<Presence>>();
  readonly #known = new Map<string, Presence>();
  /** Folders whose disk another operation is waiting for. */
  readonly #unreachable: string[] = [];

  constructor({ stat = statFile, answerMs = ANSWER_MS }: FolderPresenceOptions = {}) {
    this.#stat = stat;
    this.#answerMs = answerMs;
  }

  /** Returns the last result; undefined before the first. */
  last(folder: string): Presence | undefined {
    return this.#known.get(folder);
  }

  /** Marks a folder as unreachable until the returned function is called. */
  markUnreachable(folder: string): () => void {
    this.#unreachable.push(folder);
    return () => void this.#unreachable.splice(this.#unreachable.indexOf(folder), 1);
  }

  async check(folder: string): Promise<Presence> {
    const presence = this.#unreachable.includes(folder) ? 'unreachable' : await this.#look(folder);
    this.#known.set(folder, presence);
    return presence;
  }

  /** Whether a check is waiting for an unresponsive disk. */
  hasPendingCheck(): boolean {
    return [...this.#pending.keys()].some((folder) => this.#known.get(folder) === 'unreachable');
  }

  async #look(folder: string): Promise<Presence> {
    const isSilent = this.#pending.has(folder) && this.#known.get(folder) === 'unreachable';
    if (isSilent) return 'unreachable';
    const { promise: late, resolve } = Promise.withResolvers<Presence>();
    const timer = setTimeout(() => resolve('unreachable'), this.#answerMs);
    const presence = await Promise.race([this.#ask(folder), late]);
    clearTimeout(timer);
    return presence;
  }

  #ask(folder: string): Promise<Presence> {
    const pending = this.#pending.get(folder);
    if (pending) return pending;
    const answer = this.#stat(folder)
      .then(
        (stats): Presence => (stats.isDirectory() || stats.isFile() ? 'there' : 'missing'),
        (): Presence => 'missing',
      )
      .finally(() => this.#pending.delete(folder));
    this.#pending.set(folder, answer);
    return answer;
  }
}

/** Checks repeatedly until `signal` aborts. File system events do not report a disk that disappears. */
export async function watchFolderExists(
  look: () => void,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    look();
    // Being ended is not a fault: the loop's own condition sees it.
    await runtime.sleep(LOOK_EVERY_MS, signal).catch(() => {});
  }
}
