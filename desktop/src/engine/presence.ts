import { stat as statFile } from 'node:fs/promises';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';

const LOOK_EVERY_MS = 2_000;
/** A network folder whose server is gone may hold a call for a minute, or for ever. */
const ANSWER_MS = 5_000;

/** `missing`: deleted, renamed, or on a disk that is not there. `unreachable`: its disk does not answer. */
export type Presence = 'there' | 'missing' | 'unreachable';

export interface FolderPresenceOptions {
  stat?: ((folder: string) => Promise<{ isDirectory: () => boolean }>) | undefined;
  answerMs?: number | undefined;
}

/** Whether folders are there. One that does not answer delays only itself, and is asked once at a time. */
export class FolderPresence {
  private readonly stat: NonNullable<FolderPresenceOptions['stat']>;
  private readonly answerMs: number;
  private readonly pending = new Map<string, Promise<Presence>>();
  private readonly known = new Map<string, Presence>();
  /** Folders of which something else waits for their disk. */
  private readonly held: string[] = [];

  constructor({ stat = statFile, answerMs = ANSWER_MS }: FolderPresenceOptions = {}) {
    this.stat = stat;
    this.answerMs = answerMs;
  }

  /** As it was found last; undefined before the first answer. */
  last(folder: string): Presence | undefined {
    return this.known.get(folder);
  }

  /** Counts a folder as not reachable until what is returned is called. */
  hold(folder: string): () => void {
    this.held.push(folder);
    return () => void this.held.splice(this.held.indexOf(folder), 1);
  }

  async check(folder: string): Promise<Presence> {
    const presence = this.held.includes(folder) ? 'unreachable' : await this.look(folder);
    this.known.set(folder, presence);
    return presence;
  }

  /** A disk that does not answer is still being asked. */
  isWaiting(): boolean {
    return [...this.pending.keys()].some((folder) => this.known.get(folder) === 'unreachable');
  }

  private async look(folder: string): Promise<Presence> {
    const isSilent = this.pending.has(folder) && this.known.get(folder) === 'unreachable';
    if (isSilent) return 'unreachable';
    const { promise: late, resolve } = Promise.withResolvers<Presence>();
    const timer = setTimeout(() => resolve('unreachable'), this.answerMs);
    const presence = await Promise.race([this.ask(folder), late]);
    clearTimeout(timer);
    return presence;
  }

  private ask(folder: string): Promise<Presence> {
    const pending = this.pending.get(folder);
    if (pending) return pending;
    const answer = this.stat(folder)
      .then(
        (stats): Presence => (stats.isDirectory() ? 'there' : 'missing'),
        (): Presence => 'missing',
      )
      .finally(() => this.pending.delete(folder));
    this.pending.set(folder, answer);
    return answer;
  }
}

/** Looks again and again until `signal` ends it. Notices of the system are no help: a disk that goes away gives none. */
export async function lookOften(
  look: () => void,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    look();
    // Being ended is not a fault: the loop's own condition sees it.
    await surroundings.wait(LOOK_EVERY_MS, signal).catch(() => {});
  }
}
