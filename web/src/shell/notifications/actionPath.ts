import { parseUrl } from '../../data/parseUrl.ts';

/** The path of the app that a notification opens; null when there is none, or when it would lead anywhere else. */
export function actionPath(actionUrl: string | null): string | null {
  if (actionUrl === null || !actionUrl.startsWith('/')) return null;
  const { origin } = window.location;
  const url = parseUrl(actionUrl, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : null;
}
