import { createHmac } from 'node:crypto';
import type { App } from '../../platform/context.ts';
import type { Config } from '../../platform/config.ts';
import { contentOrigin, createHostReader } from '../../platform/serving/address.ts';
import { sameText } from '../../platform/secrets.ts';

// Visitors' files are served from a content host without a session, at signed URLs that expire. The signature covers
// the password's revision, so a new password invalidates them.

/** No snapshot can have this host: labels are longer. */
const LABEL = 'files';
const HOUR_MS = 3_600_000;
const GOOD_HOURS = 12;

type AddressConfig = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode'>;

/** The origin of files; null in path mode, where they are served below the app's own host. */
export const filesOrigin = (config: AddressConfig): string | null => contentOrigin(config, LABEL);

/** Path prefix of files on the app's host. */
const PATH = '/files/';

function macOf(
  { secrets }: Pick<App, 'secrets'>,
  id: string,
  until: number,
  passwordRevision: number,
): string {
  const signed = `${id}:${until}:${passwordRevision}`;
  return createHmac('sha256', secrets.derive('file')).update(signed).digest('base64url').slice(0, 22);
}

/**
 * Returns a URL that is valid for some hours. It stays the same within an hour, so that browsers can cache the file.
 */
export function fileUrl(
  app: Pick<App, 'config' | 'secrets'>,
  { id, filename }: { id: string; filename: string },
  passwordRevision: number,
): string {
  const until = (Math.ceil(Date.now() / HOUR_MS) + GOOD_HOURS) * HOUR_MS;
  const root = filesOrigin(app.config) ?? `${app.config.appUrl}${PATH.slice(0, -1)}`;
  return `${root}/${id}/${until}.${macOf(app, id, until, passwordRevision)}/${encodeURIComponent(filename)}`;
}

export interface FileAddress {
  id: string;
  until: number;
  mac: string;
}

const ADDRESS = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{13})\.([\w-]{22})(?:\/|$)/;

/** Parses a file's URL path; undefined if it has another form. */
export function parseAddress(pathname: string): FileAddress | undefined {
  const [, id, until, mac] = ADDRESS.exec(pathname) ?? [];
  return id === undefined || mac === undefined ? undefined : { id, until: Number(until), mac };
}

/** Returns whether the signature is ours, for this password revision, and has not expired. */
export function isGood(
  app: Pick<App, 'secrets'>,
  { id, until, mac }: FileAddress,
  passwordRevision: number,
): boolean {
  return until > Date.now() && sameText(mac, macOf(app, id, until, passwordRevision));
}

/** Returns a function that extracts the path below the files' root, or null for other requests. */
export function createFilesReader(
  config: AddressConfig,
): (host: string | undefined, url: string) => string | null {
  if (filesOrigin(config) === null)
    return (_host, url) => (url.startsWith(PATH) ? url.slice(PATH.length - 1) : null);
  const siteOf = createHostReader(config);
  return (host, url) => (siteOf(host) === LABEL ? url : null);
}
