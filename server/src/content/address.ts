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

/** One snapshot's name in front of the content domain. */
export interface ContentHost {
  label: string;
  /** Null: the version the link shows. */
  version: number | null;
}

const NAME = /^([a-z0-9]+)(?:-v([1-9][0-9]{0,8}))?$/;

export function parseHostName(name: string): ContentHost | null {
  const [, label, version] = NAME.exec(name) ?? [];
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
