import { UserError } from '@stagelink/shared/client/userError';
import { exposure } from '@stagelink/shared/domain/serverAddress';

/**
 * Validates a typed URL and removes its trailing slash. `isInsecure` allows a remote server without
 * encryption.
 */
export function serverAddress(given: string, isInsecure = false): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError(
      'bad_address',
      `“${given}” is not a server address. Give one such as http://localhost:4600.`,
    );
  }
  const problem = isInsecure ? null : exposure(url);
  if (problem !== null) {
    throw new UserError(
      'bad_address',
      `${problem} Use https://${url.host}, or allow it in the settings for a network that you trust.`,
    );
  }
  return (url.origin + url.pathname).replace(/\/$/, '');
}
