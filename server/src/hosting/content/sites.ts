import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/context.ts';
import type { BusMessage, ControlMessage, LiveEvent } from '../../platform/live/events.ts';
import { parseSiteName } from '../../platform/serving/address.ts';
import { BASE_PATH_BYTES, basePathOf } from '@stagelink/shared/domain/basePath';
import { HEADERS_BYTES, parseHeaders } from '@stagelink/shared/domain/headersFile';
import { HEADERS_FILE, isSettingsFile, REDIRECTS_FILE } from '@stagelink/shared/domain/settingsFiles';
import { parseRedirects, type RedirectRule, REDIRECTS_BYTES } from '@stagelink/shared/domain/redirects';
import { readBeginning } from '../../platform/blobs/read.ts';
import { Directory, type Files } from './directory.ts';
import * as repo from './repo.ts';
import { isolatesItself, type SiteHeaders } from './siteHeaders.ts';
import { typeOf } from '../../platform/serving/types.ts';

const MAX_BYTES = 12 * 1024 * 1024;

type SnapshotMessage = Extract<LiveEvent | ControlMessage, { snapshotId: string }>['type'];

/** Which messages about a snapshot may change what its content origin serves. */
const CHANGES_SITES: Record<SnapshotMessage, boolean> = {
  snapshot_created: true,
  snapshot_finalized: true,
  snapshot_extended: true,
  access_changed: true,
  admin_snapshot_changed: true,
  comment_created: false,
  comment_updated: false,
  comment_deleted: false,
  findings_changed: false,
  subscription_created: false,
  subscription_cancelled: false,
  owner_only: false,
};

/** Returns the snapshot whose cached sites a message invalidates, if any. */
function changedSnapshot(notice: BusMessage): string | null {
  const about = notice.channel === null ? notice.announcement : notice.event;
  if (about.type === 'lists_changed' || !('snapshotId' in about)) return null;
  return CHANGES_SITES[about.type] ? about.snapshotId : null;
}

/** A site that is being read, and what has changed since. */
interface Load {
  site: Promise<Site | null>;
  changed: Set<string>;
  /** Messages were missed: anything may have changed. */
  isOutdated: boolean;
}

/** A file of a site. Derives its properties lazily: a site may have 10,000 files. */
export class SiteFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Behind a grant: no shared cache may store it. */
  readonly isPrivate: boolean;
  /** At this address the link never has other bytes. */
  readonly isImmutable: boolean;
  #type: string | undefined;
  #key: string | undefined;

  constructor(
    file: { path: string; size: number; sha256: string },
    { isPrivate, isImmutable }: { isPrivate: boolean; isImmutable: boolean },
  ) {
    this.path = file.path;
    this.size = file.size;
    this.sha256 = file.sha256;
    this.isPrivate = isPrivate;
    this.isImmutable = isImmutable;
  }

  get type(): string {
    return (this.#type ??= typeOf(this.path));
  }

  get cacheControl(): string {
    const lifetime = this.isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
    return this.isPrivate ? `private, ${lifetime}` : lifetime;
  }

  /** Files with equal keys get identical bytes and headers. */
  get key(): string {
    return (this.#key ??= `${this.sha256} ${this.type} ${this.cacheControl}`);
  }
}

/** One version of a snapshot as its content origin serves it. */
export interface Site {
  snapshotId: string;
  version: number;
  /** A draft: it does not exist for anyone but its owner. */
  isDraft: boolean;
  /** Behind a password, or a draft. */
  needsGrant: boolean;
  passwordRevision: number;
  /** Milliseconds since 1970, compared with the clock on every request. */
  expiresAt: number;
  ownerIsActive: boolean;
  /** Whose grants are valid; see `grants.ts`. */
  reviewerIds: string[];
  /** Files except those that are settings for the host. */
  files: Files<SiteFile>;
  directory: Directory<SiteFile>;
  /** The rules of its `_redirects`. */
  rules: readonly RedirectRule[];
  headers: SiteHeaders;
  /** The path below which its pages expect to be served; null for the root. */
  basePath: string | null;
  /** Grants with a verified signature, and when they expire. */
  grants: Map<string, number>;
}

type Settings = Pick<Site, 'rules' | 'headers' | 'basePath'>;

function siteOf(
  { manifest, immutable, expiresAt, isProtected, ...row }: repo.SiteRow,
  settings: Settings,
): Site {
  const needsGrant = isProtected || row.isDraft;
  const files = new Map<string, SiteFile>();
  for (const file of manifest) {
    if (isSettingsFile(file.path)) continue;
    const isImmutable = immutable[file.path] === file.sha256;
    files.set(file.path, new SiteFile(file, { isPrivate: needsGrant, isImmutable }));
  }
  const directory = new Directory(files);
  return {
    ...row,
    ...settings,
    needsGrant,
    expiresAt: expiresAt.getTime(),
    files,
    directory,
    grants: new Map(),
  };
}

/** Approximate memory of a site: strings and the objects around them. */
function bytesOf({ files, rules, headers }: Site): number {
  let bytes = 1_000;
  // A path is also kept without case, once one is looked up that way.
  for (const path of files.keys()) bytes += 450 + 2 * path.length;
  for (const { from, to } of rules)
    bytes += 200 + to.length + from.reduce((sum, part) => sum + part.length, 0);
  for (const rule of headers.rules) {
    bytes += 1_000;
    for (const [name, value] of rule.headers) bytes += 100 + name.length + (value?.length ?? 0);
  }
  return bytes;
}

/**
 * Caches sites by name (see `address.ts`) while changes are being received: a message about a snapshot drops its sites,
 * and without a connection for messages each request asks the database.
 */
export class Sites {
  readonly #app: Pick<App, 'db' | 'listener' | 'blobs'>;
  readonly #names = new Map<string, Set<string>>();
  readonly #sites = new LRUCache<string, Site>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
    dispose: (site, name) => this.#unname(site.snapshotId, name),
  });
  /** The newest load per name. */
  readonly #newest = new Map<string, Load>();
  readonly #loads = new Set<Load>();

  constructor(app: Pick<App, 'db' | 'listener' | 'blobs'>) {
    this.#app = app;
    app.listener.on('notice', (notice) => {
      const snapshotId = changedSnapshot(notice);
      if (snapshotId !== null) this.invalidate(snapshotId);
    });
    app.listener.on('reconnected', () => this.#forgetAll());
  }

  /** Returns the site if it is cached and up to date. */
  known(name: string): Site | undefined {
    return this.#app.listener.connected ? this.#sites.get(name) : undefined;
  }

  /** Reads the site from the database; null if it does not exist. */
  load(name: string): Promise<Site | null> {
    const underway = this.#newest.get(name);
    // The snapshot is not known before the read ends, so any change may affect it.
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

  invalidate(snapshotId: string): void {
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
    return row ? siteOf(row, await this.#settingsOf(row)) : null;
  }

  /** What the files of a version say about how they are served. */
  async #settingsOf({ manifest }: repo.SiteRow): Promise<Settings> {
    const files = new Map(manifest.map((file) => [file.path, file]));
    const read = async (path: string, bytes: number) => {
      const file = files.get(path);
      return file ? readBeginning(this.#app, file, bytes + 1) : '';
    };
    const [redirects, headers, page] = await Promise.all([
      read(REDIRECTS_FILE, REDIRECTS_BYTES),
      read(HEADERS_FILE, HEADERS_BYTES),
      read('index.html', BASE_PATH_BYTES),
    ]);
    const paths = new Set(files.keys());
    return {
      rules: parseRedirects(redirects).rules,
      headers: { rules: parseHeaders(headers).rules, isolatesItself: isolatesItself(paths) },
      basePath: basePathOf(page, paths),
    };
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
