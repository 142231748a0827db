import { extensionVersion } from '@stagelink/shared/contracts/extension';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

const STORED = 'stagelink-extension-version';

/** The version of the extension that the server offers; null when it has none. */
export const useExtensionVersion = () =>
  useQuery({
    queryKey: ['extension'],
    queryFn: async () => (await call(extensionVersion, {})).version,
  });

/** The version this browser downloaded last; null when none, or when the browser keeps nothing for us. */
export function downloadedVersion(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export function rememberDownload(version: string): void {
  try {
    localStorage.setItem(STORED, version);
  } catch {
    // Then this browser is never told of an update, which is what it chose.
  }
}

/** Whether a version such as 1.10.0 comes after another; what is no number counts as 0. */
export function isNewer(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [ours, theirs] = [parts(version), parts(than)];
  for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
    const difference = (ours[at] ?? 0) - (theirs[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
