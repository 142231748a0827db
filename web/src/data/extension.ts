import { extensionVersion } from '@stagelink/shared/contracts/extension';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { readStored, writeStored } from './stored.ts';

const STORED = 'extension-version';

/** The version of the extension that the server offers, null when it has none, and the newest one of this account's editors. */
export const useExtensionVersion = () =>
  useQuery({
    queryKey: ['extension'],
    queryFn: () => call(extensionVersion, {}),
  });

/** The version this browser downloaded last; null when none, or when the browser keeps nothing for us. */
export const downloadedVersion = (): string | null => readStored(STORED);

/** A browser that keeps nothing is never told of an update, which is what it chose. */
export const rememberDownload = (version: string): boolean => writeStored(STORED, version);
