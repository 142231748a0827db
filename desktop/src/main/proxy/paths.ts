/** Server paths that the window may request; all others are pages of the window. */
const SERVER_PATH =
  /^\/(?:(?:admin|analytics|api|auth|billing|debug|snapshots|tokens)\/.|errors$|me(?:\/storage)?$)/;

/**
 * Requests that return or transfer a session or an access, which would bring a token into the window. The companion
 * signs in outside the window.
 */
const SIGN_IN = /^\/auth\/(login|register|google|dev-login|authorize|agents|token|renew)(\/|$)/;

/** Lists whose last response is cached, so the window has content at once and offline. */
const KEPT =
  /^\/(me|auth\/options|api\/(snapshots\/(list|summary)|projects|notifications|notifications\/preferences|tags|subscriptions))$/;

export const isServerPath = (pathname: string): boolean => SERVER_PATH.test(pathname);
export const isSignInPath = (pathname: string): boolean => SIGN_IN.test(pathname);
export const isKeptPath = (method: string, pathname: string): boolean =>
  method === 'GET' && KEPT.test(pathname);

/** Requests other than GET that change no list. */
const HARMLESS = /^\/(errors|api\/events\/ticket|api\/snapshots\/[^/]+\/(preview|presence)|analytics\/.+)$/;

/** Whether a request may change cached responses. */
export const isChange = (method: string, pathname: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !HARMLESS.test(pathname);
