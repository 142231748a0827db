import type { Link } from '../../protocol/folders.ts';

/** Returns the text copied for a link. */
export const linkText = ({ url, password }: Link, withPassword: boolean): string =>
  withPassword && password !== null ? `${url}\nPassword: ${password}` : url;
