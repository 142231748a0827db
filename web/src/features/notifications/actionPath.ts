import { parseUrl } from '../../lib/parseUrl.ts';

/** Returns the app's path of a notification, or null if it has none or would leave the app. */
export function actionPath(actionUrl: string | null): string | null {
  if (actionUrl === null || !actionUrl.startsWith('/')) return null;
  const { origin } = window.location;
  const url = parseUrl(actionUrl, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : null;
}
