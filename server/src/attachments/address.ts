import { createHmac } from 'node:crypto';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { contentOrigin } from '../content/address.ts';
import { sameText } from '../secrets.ts';

// Files that visitors send lie on a host of the content site, where no session is, behind addresses that only we can
// make and that end by themselves. The password's revision is part of what is signed: a new password ends them too.

/** The content host that no snapshot can have: labels are longer. */
const LABEL = 'files';
const HOUR_MS = 3_600_000;
const GOOD_HOURS = 12;

type Addressed = Pick<Config, 'appUrl' | 'contentDomain' | 'contentMode'>;

/** Where files are served from, or null in path mode, where they are below the app's own host. */
export const filesOrigin = (config: Addressed): string | null => contentOrigin(config, LABEL);

/** Below the app's host, what a file's address begins with. */
const PATH = '/files/';

function macOf(
  { secrets }: Pick<App, 'secrets'>,
  id: string,
  until: number,
  passwordRevision: number,
): string {
  const said = `${id}:${until}:${passwordRevision}`;
  return createHmac('sha256', secrets.derive('file')).update(said).digest('base64url').slice(0, 22);
}

/** An address that is good for some hours. It stays the same within an hour, so that a list read again is not fetched again. */
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

/** Which file an address is for; undefined when it has another form. */
export function parseAddress(pathname: string): FileAddress | undefined {
  const [, id, until, mac] = ADDRESS.exec(pathname) ?? [];
  return id === undefined || mac === undefined ? undefined : { id, until: Number(until), mac };
}

/** Whether we made this address, for this revision of the password, and it still counts. */
export function isGood(
  app: Pick<App, 'secrets'>,
  { id, until, mac }: FileAddress,
  passwordRevision: number,
): boolean {
  return until > Date.now() && sameText(mac, macOf(app, id, until, passwordRevision));
}

/** Tells files' requests from all others: the path below the files' own root, or null. */
export function createFilesReader(
  config: Addressed,
): (host: string | undefined, url: string) => string | null {
  const origin = filesOrigin(config);
  if (origin === null) return (_host, url) => (url.startsWith(PATH) ? url.slice(PATH.length - 1) : null);
  const { hostname } = new URL(origin);
  return (host, url) =>
    host?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '') === hostname ? url : null;
}
