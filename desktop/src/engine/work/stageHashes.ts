import type { CachedHash, HashCache } from '@stagelink/shared/staging/manifest';

/** What one stage changes of what is known of its folder's files. */
export interface HashNews {
  fresh: ReadonlyMap<string, CachedHash>;
  /** Nobody asked for these: they are gone. */
  stale: readonly string[];
}

/** The hashes of one folder, for one stage. */
export class StageHashes implements HashCache {
  private readonly known: ReadonlyMap<string, CachedHash>;
  private readonly fresh = new Map<string, CachedHash>();
  private readonly asked = new Set<string>();

  constructor(known: ReadonlyMap<string, CachedHash>) {
    this.known = known;
  }

  get(file: string): CachedHash | undefined {
    this.asked.add(file);
    return this.fresh.get(file) ?? this.known.get(file);
  }

  set(file: string, entry: CachedHash): void {
    this.fresh.set(file, entry);
  }

  news(): HashNews {
    const stale = [...this.known.keys()].filter((file) => !this.asked.has(file));
    return { fresh: this.fresh, stale };
  }
}
