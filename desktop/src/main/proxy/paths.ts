/** Everything of the server's that the window may ask for; the rest of the addresses are the window's own pages. */
const SERVER_PATH = /^\/(?:(?:api|auth|tokens|analytics|snapshots)\/.|me(?:\/storage)?$)/;

/**
 * Answered with a session, or made to give one to a browser: a token would enter the window. People sign in through the
 * companion itself.
 */
const SIGN_IN = /^\/auth\/(login|register|google|dev-login|authorize|token|renew)(\/|$)/;

/** Lists whose last answer is kept, so that the window has content at once and without a network. */
const KEPT =
  /^\/(me|auth\/options|api\/(snapshots\/(list|summary)|projects|notifications|notifications\/preferences|tags|subscriptions))$/;

export const isServerPath = (pathname: string): boolean => SERVER_PATH.test(pathname);
export const isSignInPath = (pathname: string): boolean => SIGN_IN.test(pathname);
export const isKeptPath = (method: string, pathname: string): boolean =>
  method === 'GET' && KEPT.test(pathname);

/** Posted, but nothing that a list tells of is another for it. */
const HARMLESS = /^\/(api\/events\/ticket|api\/snapshots\/[^/]+\/(preview|presence)|analytics\/.+)$/;

/** Whether a call may change what was kept. */
export const isChange = (method: string, pathname: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !HARMLESS.test(pathname);
