/** The release that this code belongs to, as in `package.json`. */
export const RELEASE = '0.1.0';
