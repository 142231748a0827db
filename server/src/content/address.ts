import type { Config } from '../config.ts';

type Addressed = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode'>;

/** Where a snapshot's files live: an origin of their own, or `null` in path mode, where their origin is opaque. */
export function contentOrigin(config: Addressed, label: string, version?: number): string | null {
  if (config.contentMode === 'path') return null;
  const app = new URL(config.appUrl);
  const name = version === undefined ? label : `${label}-v${version}`;
  return `${app.protocol}//${name}.${config.contentDomain}${app.port === '' ? '' : `:${app.port}`}`;
}

/** The address of a snapshot's root, ending in a slash. */
export function contentUrl(config: Addressed, { id, label }: { id: string; label: string }): string {
  return `${contentOrigin(config, label) ?? `${config.appUrl}/s/${id}`}/`;
}

/** Every content origin there can be, as a source for a Content-Security-Policy. */
export function contentSources(config: Addressed): string {
  return contentOrigin(config, '*') ?? "'self'";
}

/** What a site is found by: what stands in front of the content domain, or in path mode the snapshot's id. */
export type SiteName =
  | {
      label: string;
      /** Null: the version the link shows. */
      version: number | null;
    }
  | { id: string };

const HOST_NAME = /^([a-z0-9]+)(?:-v([1-9][0-9]{0,8}))?$/;
const ID_NAME = /^\/([a-z0-9]{10,40})$/;

/** The name of a snapshot's site in path mode. No host can have it. */
const siteNameOfId = (id: string) => `/${id}`;

export function parseSiteName(name: string): SiteName | null {
  const id = ID_NAME.exec(name)?.[1];
  if (id !== undefined) return { id };
  const [, label, version] = HOST_NAME.exec(name) ?? [];
  return label === undefined ? null : { label, version: version === undefined ? null : Number(version) };
}

/**
 * Tells content hosts from the app's own: the part of a `Host` header in front of the content domain, or null when
 * the app answers. Whatever lies below the content domain is never the app, so that no odd name gets its pages.
 */
export function createHostReader(config: Addressed): (host: string | undefined) => string | null {
  if (config.contentMode === 'path') return () => null;
  const appHost = new URL(config.appUrl).hostname;
  const suffix = `.${config.contentDomain}`;

  return (header) => {
    if (header === undefined) return null;
    const port = header.lastIndexOf(':');
    const end = port === -1 ? header.length : port;
    const host = header.slice(0, header[end - 1] === '.' ? end - 1 : end).toLowerCase();
    return host.endsWith(suffix) && host !== appHost ? host.slice(0, -suffix.length) : null;
  };
}

/** Where in a site a request leads. */
export interface Spot {
  /** The site's name, see `parseSiteName`. */
  site: string;
  /** What stands before the site's own paths: empty on an origin of its own. */
  root: string;
  pathname: string;
  /** Path mode's grant, which is a part of the address: a sandboxed page has no cookies. Null elsewhere. */
  grant: string | null;
}

const BELOW_PATH = /^(\/s\/([a-z0-9]{10,40})(?:\/~([\w.-]+))?)(\/.*)$/;

/** Tells where in path mode a path leads; null when it is the app's. */
export function parsePathMode(pathname: string): Spot | null {
  const [, root, id, grant, rest] = BELOW_PATH.exec(pathname) ?? [];
  if (root === undefined || id === undefined || rest === undefined) return null;
  return { site: siteNameOfId(id), root, pathname: rest, grant: grant ?? null };
}
