/** Rules for addresses, in the format of Netlify and Cloudflare. */
export const REDIRECTS_FILE = '_redirects';
/** Headers by address, in the same format. */
export const HEADERS_FILE = '_headers';

/** Whether a file of a version is a setting of how it is served, and so no part of what is served. */
export const isSettingsFile = (path: string): boolean => path === REDIRECTS_FILE || path === HEADERS_FILE;
