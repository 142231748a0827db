import { isOurHash, type ViewerAddress, versionQuery, withoutOurs } from './viewerUrl.ts';

const ROUTE = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
/** Segments that lead up, in every spelling that a URL parser resolves; it also drops line breaks and tabs. */
const LEADS_UP = /(?:^|[/\\])(?:\.|%2e){2}(?:[/\\]|$)/i;
const DROPPED = /[\t\n\r]/g;

/** What a viewer opens on. */
export interface ViewerPage {
  /** Route in the prototype, with slash, query and hash. */
  route?: string;
  /** The id of a thread to open; it takes the place of the route's hash. */
  thread?: string | null;
  /** Null: the version the link shows. */
  version?: number | null;
  /** Root of an address with a path; without one the shared link is the viewer's in any case. */
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
