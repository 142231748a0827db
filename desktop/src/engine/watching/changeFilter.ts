import type { Stats } from 'node:fs';
import { FileClock } from './fileClock.ts';
import { type ChangeSource, OwnWrites } from './ownWrites.ts';

/** File times lag behind the clock by up to this, because systems count in ticks. */
export const CLOCK_MS = 10;

/** A file that a watch reported. */
export interface FileEvent {
  file: string;
  changedAt: number;
  /** Whether the folder's output is watched, not its sources. */
  isOutput: boolean;
}

/** Finds the changes that no stage has read and that are not a build's own writes; remembers which files changed. */
export class ChangeFilter {
  readonly #clock = new FileClock();
  readonly #own = new OwnWrites(this.#clock);
  readonly #onChange: (file: string, source: ChangeSource) => void;
  /** Files changed during a build; checked when it has ended. */
  readonly #duringBuild = new Map<string, number>();
  /** Start of the current stage; null without one. */
  #stagingSince: number | null = null;
  readonly #files = new Set<string>();

  constructor(onChange: (file: string, source: ChangeSource) => void) {
    this.#onChange = onChange;
  }

  /** Returns when a file changed; those found by the first scan may have changed long before. */
  changedAt(stats: Stats | undefined, isInitial: boolean): number {
    const now = Date.now();
    if (!stats) return now;
    return isInitial ? this.#clock.convert(stats.ctimeMs) : this.#clock.writtenAt(stats.ctimeMs, now);
  }

  notice({ file, changedAt, isOutput }: FileEvent): void {
    // Late event of a change that the current stage has read.
    if (this.#stagingSince !== null && changedAt + CLOCK_MS < this.#stagingSince) return;
    if (isOutput) {
      // The folder's own build writes the output, which is staged already.
      if (!this.#own.isDuringBuild(changedAt)) this.#onChange(file, 'outside');
    } else if (this.#own.isBuilding && this.#own.isDuringBuild(changedAt))
      this.#duringBuild.set(file, changedAt);
    else void this.#assess(file, changedAt);
  }

  stageBegan(at: number): void {
    this.#stagingSince = at;
    this.#duringBuild.clear();
  }

  stageEnded(): void {
    this.#stagingSince = null;
    // No event reports the end of a failed build.
    this.buildEnded();
  }

  buildBegan(): void {
    this.#own.buildBegan(Date.now());
  }

  buildEnded(): void {
    this.#own.buildEnded(Date.now());
    const files = [...this.#duringBuild];
    this.#duringBuild.clear();
    void this.#assessEach(files);
  }

  /** Remembers a file whose change is to be staged. */
  keep(file: string): void {
    this.#files.add(file);
  }

  /** Forgets these files; returns whether others have changed. */
  exclude(ignores: (file: string) => boolean): boolean {
    for (const file of this.#files) if (ignores(file)) this.#files.delete(file);
    return this.#files.size > 0;
  }

  /** Treats the changed files as the build's own; returns them. */
  accept(): string[] {
    const files = [...this.#files];
    this.#own.accept(files);
    return files;
  }

  drop(): void {
    this.#files.clear();
    this.#duringBuild.clear();
  }

  /** One at a time, because a build may write thousands. */
  async #assessEach(files: readonly [string, number][]): Promise<void> {
    for (const [file, changedAt] of files) await this.#assess(file, changedAt);
  }

  /** Decides whether a change requires a stage. */
  async #assess(file: string, changedAt: number): Promise<void> {
    const source = await this.#own.sourceOf(file, changedAt);
    if (source) this.#onChange(file, source);
  }
}
