import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { Notice } from '../live/events.ts';
import { parseSiteName } from './address.ts';
import type { Files } from './lookup.ts';
import * as repo from './repo.ts';
import { isFingerprinted } from './fingerprints.ts';
import { typeOf } from './types.ts';

const MAX_BYTES = 12 * 1024 * 1024;

/** Events about a snapshot that change nothing of what its content origin serves. */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'comment_created',
  'comment_updated',
  'comment_deleted',
  'subscription_created',
  'subscription_cancelled',
]);

/** Returns the snapshot whose sites a notice makes outdated, if any. */
function changedSnapshot(notice: Notice): string | null {
  const about = notice.channel === null ? notice.announcement : notice.event;
  return 'snapshotId' in about && !IRRELEVANT.has(about.type) ? about.snapshotId : null;
}

/** A site that is being read, and what has changed since. */
interface Load {
  site: Promise<Site | null>;
  changed: Set<string>;
  /** Notices were missed: anything may have changed. */
  isOutdated: boolean;
}

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
  /** The newest load of each name. */
  readonly #newest = new Map<string, Load>();
  readonly #loads = new Set<Load>();

  constructor(app: Pick<App, 'db' | 'listener'>) {
    this.#app = app;
    app.listener.on('notice', (notice) => {
      const snapshotId = changedSnapshot(notice);
      if (snapshotId !== null) this.forget(snapshotId);
    });
    app.listener.on('reconnected', () => this.#forgetAll());
  }

  /** The site if it is remembered and may be believed. */
  known(name: string): Site | undefined {
    return this.#app.listener.connected ? this.#sites.get(name) : undefined;
  }

  /** The site as the database has it; null when there is none of that name. */
  load(name: string): Promise<Site | null> {
    const underway = this.#newest.get(name);
    // Which snapshot it reads is not known yet, so any change may be one of it.
    if (underway && underway.changed.size === 0 && !underway.isOutdated) return underway.site;
    const load: Load = { site: this.#read(name), changed: new Set(), isOutdated: false };
    this.#newest.set(name, load);
    this.#loads.add(load);
    const finish = (site: Site | null) => {
      this.#loads.delete(load);
      if (this.#newest.get(name) === load) this.#newest.delete(name);
      const isCurrent = site && !load.isOutdated && !load.changed.has(site.snapshotId);
      if (isCurrent && this.#app.listener.connected) this.#remember(name, site);
    };
    load.site.then(finish, () => finish(null));
    return load.site;
  }

  forget(snapshotId: string): void {
    for (const { changed } of this.#loads) changed.add(snapshotId);
    for (const name of this.#names.get(snapshotId) ?? []) this.#sites.delete(name);
  }

  #forgetAll(): void {
    for (const load of this.#loads) load.isOutdated = true;
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
