import { requestFor } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/downloads';
import { call } from '../../lib/api.ts';

export type RenamedFile = api.VersionDownload['renamed'][number];

/** Starts the download of a version as a zip. Returns the files that have another name in it. */
export async function downloadVersion(id: string, version: number): Promise<RenamedFile[]> {
  const { renamed } = await call(api.downloadVersion, { id, version });
  const link = document.createElement('a');
  link.href = requestFor(api.downloadVersion, { id, version, format: 'zip' }).path;
  link.download = '';
  link.click();
  return renamed;
}
