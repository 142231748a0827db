import { isServerPath } from './proxy/paths.ts';

/** Whether an address is one that the person's browser shows; a program or a file never is. */
export function isForBrowser(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Whether an address is one of the window's own pages; what the server answers never is. */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href, pathname } = new URL(address);
  return href.startsWith(`${origin}/`) && !isServerPath(pathname);
}

/** Where a preview may lead: to pages of the same origin, and in path mode to those of the same snapshot. */
export function staysIn(start: string): (address: string) => boolean {
  const { origin, pathname } = new URL(start);
  const [root = '/'] = /^\/s\/[a-z0-9]+\//.exec(pathname) ?? [];
  return (address) => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return url.origin === origin && url.pathname.startsWith(root);
  };
}
