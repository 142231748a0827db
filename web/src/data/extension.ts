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
