/** A viewer's address, taken apart. The server and the viewer begin a preview at the same place by it. */
export interface ViewerAddress {
  /** `s` is the link people share; below it a path may also name a file. */
  root: 's' | 'viewer';
  /** Empty when the address names no snapshot; otherwise whatever stands in its place, which need not be an id. */
  id: string;
  /** Where in the prototype to begin, with its slash and its query. */
  route: string;
  /** Which version to look at, where it is not the one the link shows. */
  version: number | null;
}

const VIEWER = /^\/(s|viewer)(?:\/([^/]*)(\/.*)?)?$/;

/** What of a query is said to us: a ticket, and the version to look at. */
const VERSION = 'stagelink-version';
const IN_QUERY = new RegExp(`[?&]${VERSION}=([1-9][0-9]{0,8})(?=&|$)`);
const OURS = new RegExp(`^(token|${VERSION})(=|$)`);

/** The query without what must not reach a prototype; what is left is not respelt. */
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
 * Reads `/s/{id}/{path}` or `/viewer/{id}/{path}`, as `pathname` and `search` stand in a URL; null for any other
 * address. A hash never reaches the server and is the viewer's to add.
 */
export function readViewerAddress(pathname: string, search: string): ViewerAddress | null {
  const [, root, id = '', path = '/'] = VIEWER.exec(pathname) ?? [];
  if (root !== 's' && root !== 'viewer') return null;
  return { root, id, route: path + withoutOurs(search), version: versionIn(search) };
}

/** The query that opens a viewer on this version. */
export const versionQuery = (version: number) => `?${VERSION}=${version}`;
