import { cleanUrl } from './secretNames.ts';

/** Say where a visitor came from, not what a page shows. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/;

/** Returns where a page is, without its query and fragment. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : url.origin + url.pathname;
}

/**
 * Returns what distinguishes the pages of a website: their address with its query and its route in the fragment, without
 * tokens.
 */
export function pageKey(address: string): string {
  const url = URL.parse(cleanUrl(address));
  if (url === null) return '';
  for (const name of Array.from(url.searchParams.keys())) {
    if (TRACKING.test(name)) url.searchParams.delete(name);
  }
  const route = /^#!?\/./.test(url.hash) ? url.hash : '';
  return url.origin + url.pathname + url.search + route;
}
