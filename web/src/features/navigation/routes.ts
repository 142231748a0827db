import { pageOf } from '@stagelink/shared/preview/routes';

/**
 * Returns a key that is equal for all routes of a page: `/about`, `/about/`, `/about.html` and `/about/index.html`
 * are one page.
 */
export function pageKey(route: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(pageOf(route)) ?? [];
  const short = path.replace(/\/index\.html?$/i, '/').replace(/\.html?$/, '');
  return (short.length > 1 ? short.replace(/\/$/, '') : '/') + rest;
}

/** Returns the route of a path as typed or pasted, or null for the URL of another site. */
export function routeFrom(typed: string, contentOrigin: string | null): string | null {
  const text = typed.trim();
  if (!/^[a-z][a-z\d+.-]*:/i.test(text)) return `/${text.replace(/^\/+/, '')}`;
  try {
    const { origin, pathname, search, hash } = new URL(text);
    return origin === contentOrigin ? pathname + search + hash : null;
  } catch {
    return null;
  }
}
