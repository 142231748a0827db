import type { Config } from '../config.ts';

type AddressConfig = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode'>;

/** The name of a site on a host of its own; without a version, of the one the link shows. */
export const siteNameOf = (label: string, version?: number) =>
  version === undefined ? label : `${label}-v${version}`;

/** The origin of a snapshot's files, or `null` in path mode, where the origin is opaque. See docs/decisions/0003. */
export function contentOrigin(config: AddressConfig, label: string, version?: number): string | null {
  if (config.contentMode === 'path') return null;
  return siteOrigin(config, siteNameOf(label, version));
}

/** The origin that a request for a site's files was sent to; `name` as in `ContentRequest`. */
export function siteOrigin({ appUrl, contentDomain, contentMode }: AddressConfig, name: string): string {
  const { origin, protocol, port } = new URL(appUrl);
  if (contentMode === 'path') return origin;
  return `${protocol}//${name}.${contentDomain}${port === '' ? '' : `:${port}`}`;
}

/** The URL of a snapshot's root, with a trailing slash. */
export function contentUrl(config: AddressConfig, { id, label }: { id: string; label: string }): string {
  return `${contentOrigin(config, label) ?? `${config.appUrl}/s/${id}`}/`;
}

/** Matches every content origin, for a Content-Security-Policy. */
export function contentSources(config: AddressConfig): string {
  return contentOrigin(config, '*') ?? "'self'";
}

/** Identifies a site: the host label in front of the content domain, or in path mode the snapshot's id. */
export type SiteName =
  | {
      label: string;
      /** Null: the version the link shows. */
      version: number | null;
    }
  | { id: string };

const HOST_NAME = /^([a-z0-9]+)(?:-v([1-9][0-9]{0,8}))?$/;
const ID_NAME = /^\/([a-z0-9]{10,40})$/;

/** The name of a snapshot's site in path mode. No host name contains a slash. */
const siteNameOfId = (id: string) => `/${id}`;

export function parseSiteName(name: string): SiteName | null {
  const id = ID_NAME.exec(name)?.[1];
  if (id !== undefined) return { id };
  const [, label, version] = HOST_NAME.exec(name) ?? [];
  return label === undefined ? null : { label, version: version === undefined ? null : Number(version) };
}

/**
 * Returns the part of a `Host` header in front of the content domain, or null for the app's own hosts. Any host below
 * the content domain is never the app.
 */
export function createHostReader(config: AddressConfig): (host: string | undefined) => string | null {
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

export interface ContentRequest {
  /** The site's name, see `parseSiteName`. */
  site: string;
  /** The path prefix of the site: empty on an origin of its own. */
  root: string;
  pathname: string;
  /** Path mode's grant, which is part of the URL because a sandboxed page has no cookies. Otherwise null. */
  grant: string | null;
}

const BELOW_PATH = /^(\/s\/([a-z0-9]{10,40})(?:\/~([\w.-]+))?)(\/.*)$/;

/** Parses a path in path mode; null if it belongs to the app. */
export function parsePathMode(pathname: string): ContentRequest | null {
  const [, root, id, grant, rest] = BELOW_PATH.exec(pathname) ?? [];
  if (root === undefined || id === undefined || rest === undefined) return null;
  return { site: siteNameOfId(id), root, pathname: rest, grant: grant ?? null };
}
