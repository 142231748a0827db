/** Scheme of the window: an origin no web page can have, whose files come from the package. */
export const SCHEME = 'companion';
export const HOST = 'app';
export const ORIGIN = `${SCHEME}://${HOST}`;
