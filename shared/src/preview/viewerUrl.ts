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
function withoutOurs(search: string): string {
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

const ROUTE = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
/** Segments that lead up, in every spelling that a URL parser resolves; it also drops line breaks and tabs. */
const LEADS_UP = /(?:^|[/\\])(?:\.|%2e){2}(?:[/\\]|$)/i;
const DROPPED = /[\t\n\r]/g;

/** Hashes of the viewer: they open a thread, a panel or a personal link. */
const OUR_HASH = /^#(?:thread|panel|review)=/;

/** Whether a hash is the viewer's and no anchor in the prototype. */
export const isOurHash = (hash: string) => OUR_HASH.test(hash);

/** What a viewer opens on. */
export interface ViewerPage {
  /** Route in the prototype, with slash, query and hash. */
  route?: string;
  /** The id of a thread to open; it takes the place of the route's hash. */
  thread?: string | null;
  /** Null: the version the link shows. */
  version?: number | null;
  /** Of an address with a path; without one the shared link is the viewer's in any case. */
  root?: ViewerAddress['root'];
}

/**
 * Returns the path of a viewer on a page, with query and hash; `readViewerAddress` parses it. Routes come from untrusted
 * prototypes: one that leads up yields the path of the start page, and parameters and hashes of ours are left out.
 */
export function viewerPath(
  id: string,
  { route = '/', thread = null, version = null, root = 's' }: ViewerPage,
): string {
  const start = `/s/${id}`;
  const [, path = '/', search = '', hash = ''] = ROUTE.exec(route.replace(DROPPED, '')) ?? [];
  const shown = version === null ? '' : versionQuery(version);
  if (LEADS_UP.test(path)) return start + shown;
  const own = withoutOurs(search);
  const query = own === '' ? shown : own + shown.replace('?', '&');
  const anchor = isOurHash(hash) ? '' : hash;
  return (
    (path === '/' ? start : `/${root}/${id}${path}`) +
    query +
    (thread === null ? anchor : `#thread=${thread}`)
  );
}
