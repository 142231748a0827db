import { type Call, createClient } from '../../../client/call.ts';
import { cancelled, toStageError } from '../../core/errors.ts';
import type { StageEvent } from '../../core/events.ts';
import type { SnapshotSettings } from '../../core/uploadPlan.ts';
import { linkedSnapshot } from '../projectLink.ts';
import { stage, type StageOptions } from '../stage.ts';
import { chooseLink, type LinkTarget, type ProjectChoice, withDecision } from './projectChoice.ts';
import type { FolderRecord } from './record.ts';
import { settle } from './settle.ts';
import type { StageLink } from './stageLink.ts';
import type { FolderLinks, FolderRecordFile } from './store.ts';

export interface LinkedStageOptions
  extends Omit<StageOptions, 'about' | 'link'>, Pick<ProjectChoice, 'askLink' | 'isUnattended'> {
  links: FolderLinks;
  /** Address and user of `send`. */
  server: string;
  uid: string;
  /** A named snapshot, or a new link; the folder's own link when absent. */
  to?: string | 'new' | undefined;
  /** Returns the settings for a snapshot; undefined: for a new one. */
  settingsFor: (snapshotId: string | undefined) => SnapshotSettings;
}

/** Stages a folder like `stage`, at the link of the folder, which it stores. */
export async function* stageLinked(options: LinkedStageOptions): AsyncGenerator<StageEvent, void, void> {
  const { links, server, uid, settingsFor, to: _to, askLink: _ask, isUnattended: _ci, ...rest } = options;
  const record = links.of({ folder: options.folder, server, uid });
  const { target, link } = await prepare(options, record).catch((cause: unknown) => {
    throw options.signal?.aborted ? cancelled() : toStageError(cause);
  });
  if (options.signal?.aborted) throw cancelled();
  yield* stage({ ...rest, about: settingsFor(target.snapshotId), link: { ...link, settingsFor } });
}

type RecordedLink = Omit<StageLink, 'settingsFor'>;

async function prepare(
  options: LinkedStageOptions,
  record: FolderRecordFile,
): Promise<{ target: LinkTarget; link: RecordedLink }> {
  const { folder, server } = record.place;
  const named = linkedSnapshot(folder, server);
  const call = createClient(options.send);
  await settle(record, call);
  const target = await targetOf(options, record, call, named);
  return { target, link: await linkOf(record, target, named) };
}

function targetOf(
  { to, links, askLink, isUnattended }: LinkedStageOptions,
  record: FolderRecordFile,
  call: Call,
  named: string | null,
): LinkTarget | Promise<LinkTarget> {
  if (to === 'new') return { snapshotId: undefined, isNew: true };
  if (to !== undefined) return { snapshotId: to, isNew: false };
  return chooseLink({ links, record, call, askLink, isUnattended }, named);
}

async function linkOf(
  record: FolderRecordFile,
  { isNew }: LinkTarget,
  named: string | null,
): Promise<RecordedLink> {
  return {
    folderKey: await record.key(),
    newLink: isNew,
    repeatKey: isNew ? undefined : record.read().repeatKey,
    onPublishing: (publishing) =>
      record.change((current) => ({
        ...withDecision(current, named, publishing.snapshotId),
        publishing: { ...publishing, since: Date.now() },
      })),
    async onPublished(uploadId, { snapshot, url }) {
      const link = { snapshotId: snapshot.id, url };
      // The version is published: were its link not stored, the server would still know the folder.
      await record
        .change((current) => ({ ...withoutLost(current, uploadId), link, linkedAt: Date.now() }))
        .catch(() => {});
    },
    onNotPublished: (uploadId) => record.change((current) => withoutUpload(current, uploadId)),
  };
}

/** Another client may be publishing another upload of the folder. */
function withoutUpload(record: FolderRecord, uploadId: string): FolderRecord {
  const { publishing, ...rest } = record;
  return publishing?.uploadId === uploadId ? rest : record;
}

function withoutLost(record: FolderRecord, uploadId: string): FolderRecord {
  const { repeatKey: _repeatKey, ...rest } = record;
  return withoutUpload(rest, uploadId);
}
