import type { CachedHash, HashCache } from '@stagelink/shared/staging/node/manifest';

/** Changes of one stage to the stored hashes of its folder. */
export interface HashChanges {
  fresh: ReadonlyMap<string, CachedHash>;
  /** Files that were not read and no longer exist. */
  stale: readonly string[];
}

/** Hashes of one folder for one stage. */
export class StageHashes implements HashCache {
  readonly #known: ReadonlyMap<string, CachedHash>;
  readonly #fresh = new Map<string, CachedHash>();
  readonly #requested = new Set<string>();

  constructor(known: ReadonlyMap<string, CachedHash>) {
    this.#known = known;
  }

  get(file: string): CachedHash | undefined {
    this.#requested.add(file);
    return this.#fresh.get(file) ?? this.#known.get(file);
  }

  set(file: string, entry: CachedHash): void {
    this.#fresh.set(file, entry);
  }

  changes(): HashChanges {
    const stale = [...this.#known.keys()].filter((file) => !this.#requested.has(file));
    return { fresh: this.#fresh, stale };
  }
}
