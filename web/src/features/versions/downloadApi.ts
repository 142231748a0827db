import { requestFor } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/downloads';
import { call } from '../../lib/api.ts';
import { renamedText } from './renamedCopy.ts';

/** Starts the download of a version as a zip. Returns a text about files that have another name in it, or null. */
export async function downloadVersion(id: string, version: number): Promise<string | null> {
  const { renamed } = await call(api.downloadVersion, { id, version });
  const link = document.createElement('a');
  link.href = requestFor(api.downloadVersion, { id, version, format: 'zip' }).path;
  link.download = '';
  link.click();
  return renamed.length === 0 ? null : renamedText(renamed);
}
