import { extensionVersion } from '@stagelink/shared/contracts/editorExtension';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';

const STORED = 'extension-version';

/**
 * The server's version of the extension, null if it offers none, and the newest version installed in this
 * account's editors.
 */
export const useExtensionVersion = () =>
  useQuery({
    queryKey: ['extension'],
    queryFn: () => call(extensionVersion, {}),
  });

/** The version this browser last downloaded; null without storage. */
export const downloadedVersion = (): string | null => readStored(STORED);

/** Without storage no update is offered. */
export const rememberDownload = (version: string): boolean => writeStored(STORED, version);
