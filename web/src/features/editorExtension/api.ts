import { extensionVersion } from '@stagelink/shared/contracts/editorExtension';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { isNewer } from '@stagelink/shared/domain/semver';
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

/** The downloaded version may not be installed yet; the reported one may be installed from elsewhere. */
export function hasUpdate(
  data: Reply<typeof extensionVersion> | undefined,
  downloaded: string | null,
): boolean {
  const version = data?.version;
  const own = [downloaded, data?.installed].filter((each) => each != null);
  return Boolean(version && own.length > 0 && own.every((each) => isNewer(version, each)));
}

/** No update is offered if the version cannot be stored. */
export const rememberDownload = (version: string): boolean => writeStored(STORED, version);
