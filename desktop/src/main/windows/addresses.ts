import { isServerPath } from '../proxy/paths.ts';

/** Whether a URL may open in the user's browser: only web and mail links. */
export function isForBrowser(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Whether a URL is a page of the window, not a response of the server. */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href, pathname } = new URL(address);
  return href.startsWith(`${origin}/`) && !isServerPath(pathname);
}

/** Returns a rule for a preview: pages of the same origin, in path mode of the same snapshot. */
export function staysIn(start: string): (address: string) => boolean {
  const { origin, pathname } = new URL(start);
  const [root = '/'] = /^\/s\/[a-z0-9]+\//.exec(pathname) ?? [];
  return (address) => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return url.origin === origin && url.pathname.startsWith(root);
  };
}
