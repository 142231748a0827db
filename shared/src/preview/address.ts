/** A viewer's address, taken apart. The server and the viewer begin a preview at the same place by it. */
export interface ViewerAddress {
  /** `s` is the link people share; below it a path may also name a file. */
  root: 's' | 'viewer';
  /** Empty when the address names no snapshot; otherwise whatever stands in its place, which need not be an id. */
  id: string;
  /** Where in the prototype to begin, with its slash and its query. */
  route: string;
}

const VIEWER = /^\/(s|viewer)(?:\/([^/]*)(\/.*)?)?$/;

/** The query without `token`, which is a ticket for us and must not reach a prototype; what is left is not respelt. */
function withoutTicket(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^token(=|$)/.test(pair));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/**
 * Reads `/s/{id}/{path}` or `/viewer/{id}/{path}`, as `pathname` and `search` stand in a URL; null for any other
 * address. A hash never reaches the server and is the viewer's to add.
 */
export function readViewerAddress(pathname: string, search: string): ViewerAddress | null {
  const [, root, id = '', path = '/'] = VIEWER.exec(pathname) ?? [];
  return root === 's' || root === 'viewer' ? { root, id, route: path + withoutTicket(search) } : null;
}
