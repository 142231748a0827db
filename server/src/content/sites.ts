import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { parseSiteName } from './address.ts';
import type { Files } from './lookup.ts';
import * as repo from './repo.ts';
import { isFingerprinted } from './fingerprints.ts';
import { typeOf } from './types.ts';

const MAX_BYTES = 12 * 1024 * 1024;

/** A file of a site. What follows from its name is worked out when it is first asked for: a site may have 10,000. */
export class SiteFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Only for whoever is let in: nothing between us and the browser may keep it. */
  readonly isPrivate: boolean;
  #type: string | undefined;
  #key: string | undefined;

  constructor(file: { path: string; size: number; sha256: string }, isPrivate: boolean) {
    this.path = file.path;
    this.size = file.size;
    this.sha256 = file.sha256;
    this.isPrivate = isPrivate;
  }

  get type(): string {
    return (this.#type ??= typeOf(this.path));
  }

  get cacheControl(): string {
    const lifetime = isFingerprinted(this.path) ? 'max-age=31536000, immutable' : 'no-cache';
    return this.isPrivate ? `private, ${lifetime}` : lifetime;
  }

  /** Two files with one key are answered with the same bytes and headers. */
  get key(): string {
    return (this.#key ??= `${this.sha256} ${this.type} ${this.cacheControl}`);
  }
}

/** One version of a snapshot as its content origin serves it. */
export interface Site {
  snapshotId: string;
  version: number;
  /** Never published: to anybody but its owner it does not exist. */
  isWaiting: boolean;
  /** Behind a password, or waiting. */
  needsGrant: boolean;
  passwordRevision: number;
  /** Milliseconds since 1970, compared with the clock at every request. */
  expiresAt: number;
  ownerIsActive: boolean;
  /** Whose grants count; see `grants.ts`. */
  reviewerIds: string[];
  files: Files<SiteFile>;
  /** Grants whose signature has been checked, and when they end. */
  grants: Map<string, number>;
}

function siteOf({ manifest, expiresAt, isProtected, ...row }: repo.SiteRow): Site {
  const needsGrant = isProtected || row.isWaiting;
  const files = new Map(manifest.map((file) => [file.path, new SiteFile(file, needsGrant)]));
  return { ...row, needsGrant, expiresAt: expiresAt.getTime(), files, grants: new Map() };
}

/** What a site takes in memory, roughly: strings and the objects around them. */
function bytesOf({ files }: Site): number {
  let bytes = 1_000;
  for (const path of files.keys()) bytes += 350 + path.length;
  return bytes;
}

/**
 * Sites by name (see `address.ts`), remembered only for as long as every change would be heard of: a notice about a snapshot
 * forgets its sites, and while no notices can arrive each request asks the database.
 */
export class Sites {
  readonly #app: Pick<App, 'db' | 'listener'>;
  readonly #names = new Map<string, Set<string>>();
  readonly #sites = new LRUCache<string, Site>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
    dispose: (site, name) => this.#unname(site.snapshotId, name),
  });
  #loading = new Map<string, Promise<Site | null>>();

  constructor(app: Pick<App, 'db' | 'listener'>) {
    this.#app = app;
    app.listener.on('notice', (notice) => {
      const about = notice.channel === null ? notice.announcement : notice.event;
      if ('snapshotId' in about) this.forget(about.snapshotId);
    });
    app.listener.on('reconnected', () => this.#forgetAll());
  }

  /** The site if it is remembered and may be believed. */
  known(name: string): Site | undefined {
    return this.#app.listener.connected ? this.#sites.get(name) : undefined;
  }

  /** The site as the database has it; null when there is none of that name. */
  load(name: string): Promise<Site | null> {
    const underway = this.#loading.get(name);
    if (underway) return underway;
    const loading = this.#loading;
    const site = this.#read(name).then((read) => {
      // A change since then has replaced the map: what was read may be from before it.
      if (read && loading === this.#loading && this.#app.listener.connected) this.#remember(name, read);
      return read;
    });
    loading.set(name, site);
    const over = () => loading.delete(name);
    site.then(over, over);
    return site;
  }

  forget(snapshotId: string): void {
    this.#loading = new Map();
    for (const name of this.#names.get(snapshotId) ?? []) this.#sites.delete(name);
  }

  #forgetAll(): void {
    this.#loading = new Map();
    this.#sites.clear();
  }

  async #read(name: string): Promise<Site | null> {
    const which = parseSiteName(name);
    const row = which && (await repo.findSite(this.#app.db, which));
    return row ? siteOf(row) : null;
  }

  #remember(name: string, site: Site): void {
    this.#sites.set(name, site);
    if (!this.#sites.has(name)) return;
    const names = this.#names.get(site.snapshotId) ?? new Set();
    this.#names.set(site.snapshotId, names.add(name));
  }

  #unname(snapshotId: string, name: string): void {
    const names = this.#names.get(snapshotId);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(snapshotId);
  }
}
