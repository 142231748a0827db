import { useState } from 'react';
import { track } from '../../lib/analytics/track.ts';
import { downloadedVersion, hasUpdate, rememberDownload, useExtensionVersion } from './api.ts';

export interface Extension {
  /** Version of the editor extension; null where the server does not offer it, undefined while that is not known. */
  version: string | null | undefined;
  /** Version of the browser extension, likewise. */
  capture: string | null | undefined;
  isError: boolean;
  isOutdated: boolean;
  onDownload: () => void;
}

/** What the server offers, and whether it is newer than what this user has. */
export function useExtension(): Extension {
  const { data, isError } = useExtensionVersion();
  const version = data?.version;
  const [downloaded, setDownloaded] = useState(downloadedVersion);

  function onDownload(): void {
    track('extension_downloaded');
    if (!version) return;
    rememberDownload(version);
    setDownloaded(version);
  }

  // Older servers do not name it.
  const capture = data && (data.capture ?? null);
  return { version, capture, isError, isOutdated: hasUpdate(data, downloaded), onDownload };
}
