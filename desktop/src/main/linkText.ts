import type { Link } from '../folders.ts';

/** What is copied of a link, so that it can be sent as it is. */
export const linkText = ({ url, password }: Link, withPassword: boolean): string =>
  withPassword && password !== null ? `${url}\nPassword: ${password}` : url;
