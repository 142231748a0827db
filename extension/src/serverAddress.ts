import { exposure } from '@stagelink/shared/staging/serverAddress';
import { Problem } from './problem.ts';

/**
 * An address as a person typed it, checked, and without a slash at its end. With `isInsecure`, a server on another
 * machine may be asked without encryption.
 */
export function serverAddress(given: string, isInsecure = false): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Problem(
      `“${given}” is not a server’s address. Give one such as http://localhost:4600.`,
      'settings',
    );
  }
  const problem = isInsecure ? null : exposure(url);
  if (problem !== null) {
    throw new Problem(
      `${problem} Use https://${url.host}, or allow it in the settings for a network that you trust.`,
      'settings',
    );
  }
  return (url.origin + url.pathname).replace(/\/$/, '');
}
