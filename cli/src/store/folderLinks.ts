import { statSync } from 'node:fs';
import * as z from 'zod';
import type { FolderPlace, FolderRecord } from '@stagelink/shared/staging/node/folderLinks/record';
import { FolderLinks, type FolderRecordFile } from '@stagelink/shared/staging/node/folderLinks/store';
import { fileFor, readJson } from './files.ts';

/** The links of all programs of this computer. */
export const folderLinks = new FolderLinks();

/** Link as former releases of this command stored it. */
const FormerLink = z.object({ snapshotId: z.string(), url: z.string() });

/** Former releases did not store which upload was being published. Its snapshot decides. */
const NO_UPLOAD = '00000000-0000-0000-0000-000000000000';

function readFormer(kind: 'staged' | 'publishing', { folder, server, uid }: FolderPlace) {
  const file = fileFor(kind, folder, server, uid);
  const link = FormerLink.safeParse(readJson(file)).data;
  return link && { ...link, at: statSync(file).mtimeMs };
}

/** Returns what is known of a folder's link, from a former release too. */
export function readLink(place: FolderPlace): FolderRecord {
  const stored = folderLinks.of(place).read();
  const former = stored.linkedAt === 0 ? readFormer('staged', place) : undefined;
  return former ? { ...stored, link: { snapshotId: former.snapshotId, url: former.url } } : stored;
}

/** Returns the record of a folder, which takes over what a former release stored. */
export async function bringOver(place: FolderPlace): Promise<FolderRecordFile> {
  const record = folderLinks.of(place);
  if (record.read().linkedAt > 0) return record;
  const staged = readFormer('staged', place);
  const publishing = readFormer('publishing', place);
  if (staged) await record.bringOver({ snapshotId: staged.snapshotId, url: staged.url }, staged.at);
  if (publishing) {
    const { snapshotId, at: since } = publishing;
    const open = { uploadId: NO_UPLOAD, snapshotId, key: NO_UPLOAD, since };
    await record.change((current) => ({ ...current, publishing: open, linkedAt: current.linkedAt || since }));
  }
  return record;
}
