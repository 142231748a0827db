/** Parsed URL of a viewer. Server and viewer derive a preview's initial page from it. */
export interface ViewerAddress {
  /** `s` is the shared link; its path may name a file. */
  root: 's' | 'viewer';
  /** Empty when the URL names no snapshot; not validated otherwise. */
  id: string;
  /** Initial route in the prototype, with slash and query. */
  route: string;
  /** Version to show instead of the one the link shows; null otherwise. */
  version: number | null;
}

const VIEWER = /^\/(s|viewer)(?:\/([^/]*)(\/.*)?)?$/;

/** Query parameters of ours: a ticket, and the version to show. */
const VERSION = 'stagelink-version';
const IN_QUERY = new RegExp(`[?&]${VERSION}=([1-9][0-9]{0,8})(?=&|$)`);
const OURS = new RegExp(`^(token|${VERSION})(=|$)`);

/** Removes parameters that must not reach a prototype; keeps the spelling of the others. */
export function withoutOurs(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !OURS.test(pair));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function versionIn(search: string): number | null {
  const named = IN_QUERY.exec(search)?.[1];
  return named === undefined ? null : Number(named);
}

/**
 * Parses `/s/{id}/{path}` or `/viewer/{id}/{path}` from a URL's `pathname` and `search`; returns null for
 * other URLs. The server never receives a hash; the viewer adds it.
 */
export function readViewerAddress(pathname: string, search: string): ViewerAddress | null {
  const [, root, id = '', path = '/'] = VIEWER.exec(pathname) ?? [];
  if (root !== 's' && root !== 'viewer') return null;
  return { root, id, route: path + withoutOurs(search), version: versionIn(search) };
}

/** Returns the query that opens a viewer on this version. */
export const versionQuery = (version: number) => `?${VERSION}=${version}`;

/** Hashes of the viewer: they open a thread, a panel or a personal link. */
const OUR_HASH = /^#(?:thread|panel|review|answer)=/;

/** Whether a hash is the viewer's and no anchor in the prototype. */
export const isOurHash = (hash: string) => OUR_HASH.test(hash);
