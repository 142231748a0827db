import { Problem } from './problem.ts';

/** An address as a person typed it, checked, and without a slash at its end. */
export function serverAddress(given: string): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Problem(
      `“${given}” is not a server’s address. Give one such as http://localhost:4600.`,
      'settings',
    );
  }
  return (url.origin + url.pathname).replace(/\/$/, '');
}
