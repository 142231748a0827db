import { createClient, type Send } from '@stagelink/shared/client/call';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import {
  type FolderLink,
  FolderLinks,
  type FolderRecordFile,
  settle,
} from '@stagelink/shared/staging/node/folderLinks/index';
import { linkedSnapshot } from '@stagelink/shared/staging/node/projectLink';
import type { EngineAccount } from '../protocol/engine.ts';
import type { Folder, Link } from '../protocol/folders.ts';

/** A folder and where its link is recorded for all programs of this computer. */
export interface RecordedFolder {
  folder: Folder;
  account: EngineAccount;
  /** Replaced in tests; the user's data folder when absent. */
  linksFolder?: string | undefined;
}

/** Returns the record of a folder. A link that only the companion's own store knows is brought over. */
export async function recordOf({ folder, account, linksFolder }: RecordedFolder): Promise<FolderRecordFile> {
  const { server, uid } = account;
  const record = new FolderLinks(linksFolder).of({ folder: folder.path, server, uid });
  const { link, lastStagedAt } = folder;
  if (link) await record.bringOver({ snapshotId: link.snapshotId, url: link.url }, lastStagedAt ?? 1);
  return record;
}

/** Stores which link the user chose for a folder, also where its project link names another; null: a new one. */
export async function decideLink(record: FolderRecordFile, link: FolderLink | null): Promise<void> {
  const { folder, server } = record.place;
  const named = linkedSnapshot(folder, server);
  const project =
    named === null ? {} : { project: { snapshotId: named, isUsed: named === link?.snapshotId } };
  await record.change((current) => ({ ...current, ...project, link, linkedAt: Date.now() }));
}

/** What became of a stage that the end of the engine interrupted. */
export type Interrupted =
  | { kind: 'published'; link: Link }
  /** The publish request was not sent, or the server says that it published nothing. */
  | { kind: 'not_published' }
  | { kind: 'unknown' };

/** Never throws: without a reply of the server, it is unknown. */
export async function settleInterrupted(recorded: RecordedFolder, send: Send): Promise<Interrupted> {
  const call = createClient(send);
  try {
    const settled = await settle(await recordOf(recorded), call);
    if (settled.kind === 'forgotten') return { kind: 'unknown' };
    if (settled.kind !== 'published') return { kind: 'not_published' };
    const { snapshot } = await call(getSnapshot, { id: settled.link.snapshotId });
    const { id, name, url, password, version } = snapshot;
    return { kind: 'published', link: { snapshotId: id, name, url, password, version, waiting: null } };
  } catch {
    return { kind: 'unknown' };
  }
}
