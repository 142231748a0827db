import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileClock } from './fileClock.ts';

interface Build {
  from: number;
  to: number;
  written: Set<string>;
}

/**
 * Cause of a change: something outside a build, or a build that left a file different from the build
 * before.
 */
export type ChangeSource = 'outside' | 'build';

const NO_BUILD: Build = { from: Infinity, to: -Infinity, written: new Set() };

interface Content {
  /** Null when the file does not exist. */
  sha256: string | null;
  ctimeMs: number;
}

async function readContent(file: string): Promise<Content> {
  const handle = await open(file).catch(() => null);
  if (!handle) return { sha256: null, ctimeMs: 0 };
  try {
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    const { ctimeMs } = await handle.stat();
    return { sha256: hash.digest('hex'), ctimeMs };
  } catch {
    return { sha256: null, ctimeMs: 0 };
  } finally {
    await handle.close();
  }
}

/**
 * Separates external changes from a build's own writes among its sources, which would otherwise cause
 * endless builds. A write counts as the build's own when its content equals the previous build's, or when
 * the file changes in two builds in a row and never outside one. See docs/decisions/0070.
 */
export class OwnWrites {
  #before = NO_BUILD;
  #last = NO_BUILD;
  /** Content that the last build left, by file. */
  readonly #left = new Map<string, string | null>();
  readonly #changedOutside = new Set<string>();
  /** Files that every build writes, with any content. */
  readonly #accepted = new Set<string>();
  readonly #clock: FileClock;

  constructor(clock: FileClock) {
    this.#clock = clock;
  }

  get isBuilding(): boolean {
    return this.#last.to === Infinity;
  }

  buildBegan(at: number): void {
    this.#before = this.#last;
    this.#last = { from: at, to: Infinity, written: new Set() };
  }

  buildEnded(at: number): void {
    this.#last.to = Math.min(this.#last.to, at);
  }

  isDuringBuild(changedAt: number): boolean {
    return changedAt >= this.#last.from && changedAt <= this.#last.to;
  }

  /** Treats these files as the build's own until they change outside a build. */
  accept(files: Iterable<string>): void {
    for (const file of files) this.#accepted.add(file);
  }

  /**
   * Returns null for the build's own write. `changedAt` is the file's time on this computer's clock; its
   * event may arrive much later.
   */
  async sourceOf(file: string, changedAt: number): Promise<ChangeSource | null> {
    return this.isDuringBuild(changedAt) ? this.#sourceDuringBuild(file) : this.#sourceOutside(file);
  }

  async #sourceDuringBuild(file: string): Promise<ChangeSource | null> {
    const [before, last] = [this.#before, this.#last];
    last.written.add(file);
    const { sha256, ctimeMs } = await readContent(file);
    // Changed again since; that change has its own event.
    if (this.#clock.convert(ctimeMs) > last.to) return 'build';
    const previous = this.#left.get(file);
    this.#left.set(file, sha256);
    if (this.#accepted.has(file) || previous === sha256) return null;
    return before.written.has(file) && !this.#changedOutside.has(file) ? null : 'build';
  }

  async #sourceOutside(file: string): Promise<ChangeSource | null> {
    const left = this.#left.get(file);
    if (left !== undefined && (await readContent(file)).sha256 === left) return null;
    this.#left.delete(file);
    this.#accepted.delete(file);
    this.#changedOutside.add(file);
    return 'outside';
  }
}
