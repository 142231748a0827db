import { app, dialog } from 'electron';
import path from 'node:path';
import { type SavedVersion, saveVersion } from '@stagelink/shared/staging/node/saveVersion';
import type { Link } from '../../protocol/folders.ts';
import type { SignedIn } from '../auth/accounts.ts';
import { callsTo, type Fetch, sendTo, toShownError } from '../auth/server.ts';
import type { Window } from './window.ts';

const FORBIDDEN = /[<>:"/\\|?*]/g;

/** Asks where to save the newest version of a link as a zip, and saves it. Returns null when the user cancels. */
export async function saveZip(
  fetch: Fetch,
  { account: { server }, token }: SignedIn,
  { link, window }: { link: Link; window: Window },
): Promise<SavedVersion | null> {
  const version = link.waiting?.version ?? link.version;
  const name = `${link.name} v${version}.zip`.replaceAll(FORBIDDEN, '_');
  const { filePath } = await dialog.showSaveDialog(window.browserWindow(), {
    title: `Save version ${version}`,
    defaultPath: path.join(app.getPath('downloads'), name),
    filters: [{ name: 'ZIP', extensions: ['zip'] }],
  });
  if (filePath === '') return null;
  const client = { send: sendTo(fetch, server, token), call: callsTo(fetch, server, token) };
  // The dialog has asked about an existing file.
  const target = { id: link.snapshotId, version, target: filePath, overwrite: true };
  return saveVersion(client, target).catch((cause: unknown) => {
    throw toShownError(cause);
  });
}
