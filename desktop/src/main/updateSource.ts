import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns whether a package names a source of updates that nothing on the way can change: on Linux no signature vouches
 * for an update, only the connection.
 */
export function isUpdateSafe(settings: string): boolean {
  if (!existsSync(settings)) return false;
  const [, url = ''] = /^url: *['"]?([^'"\s]+)/m.exec(readFileSync(settings, 'utf8')) ?? [];
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}
