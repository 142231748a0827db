import { ApiError, type Call } from '../../../client/call.ts';
import { getSnapshot } from '../../../contracts/snapshots.ts';
import { cancelled, stageError } from '../../core/errors.ts';
import { describeLinkQuestion, type LinkAnswer, type LinkQuestion } from '../../core/linkQuestion.ts';
import { PROJECT_LINK } from '../projectLink.ts';
import { type FolderRecord, snapshotOf } from './record.ts';
import type { FolderLinks, FolderRecordFile } from './store.ts';

/** What a folder is staged to: a snapshot, or a new link when it is undefined. */
export interface LinkTarget {
  snapshotId: string | undefined;
  /** Makes another link although the folder has one. */
  isNew: boolean;
}

/** Returns whether this folder was staged to the snapshot of its project link before, or the user decided about it. */
const isDecided = ({ link, project }: FolderRecord, named: string): boolean =>
  project?.snapshotId === named || link?.snapshotId === named;

const usesSnapshot = ({ link, project }: FolderRecord, id: string): boolean =>
  link?.snapshotId === id || (project?.snapshotId === id && project.isUsed);

/** Returns the record with what a stage to a snapshot says about the snapshot that the project link names. */
export function withDecision(record: FolderRecord, named: string | null, snapshotId: string): FolderRecord {
  if (named === null || (named !== snapshotId && record.project?.snapshotId === named)) return record;
  const isUsed = named === snapshotId || record.link?.snapshotId === named;
  return { ...record, project: { snapshotId: named, isUsed } };
}

/** Throws before anything is built when a project link names a snapshot of another user, or none. */
async function readNamed(call: Call, folder: string, id: string) {
  try {
    return (await call(getSnapshot, { id })).snapshot;
  } catch (cause) {
    if (!(cause instanceof ApiError) || !['not_found', 'gone'].includes(cause.code)) throw cause;
    throw stageError(
      'bad_project_link',
      `The link that ${PROJECT_LINK} of ${folder} names was deleted, has expired, or is not yours.`,
      'Delete the file, or write it again with “stagelink link <link>”.',
      { cause },
    );
  }
}

function unconfirmed(question: LinkQuestion) {
  const { title } = describeLinkQuestion(question);
  return stageError(
    'unconfirmed_link',
    title,
    `Stage it once to ${question.url} by naming that link, or to a new link.`,
  );
}

export interface ProjectChoice {
  links: FolderLinks;
  record: FolderRecordFile;
  call: Call;
  /** Asks once for each folder and project link; null cancels. Without this callback the stage is refused. */
  askLink?: ((question: LinkQuestion) => Promise<LinkAnswer | null> | LinkAnswer | null) | undefined;
  /** Continuous integration sets this, because every checkout there has another path. */
  isUnattended?: boolean | undefined;
}

/** Returns the snapshot of a folder. Asks when its project link was never used from this path. */
export async function chooseLink(
  { links, record, call, askLink, isUnattended = false }: ProjectChoice,
  named: string | null,
): Promise<LinkTarget> {
  const { folder } = record.place;
  const stored = record.read();
  if (named === null || isDecided(stored, named))
    return { snapshotId: snapshotOf(stored, named), isNew: false };
  const { name, url } = await readNamed(call, folder, named);
  if (isUnattended) return { snapshotId: named, isNew: false };
  const other = links.all(record.place).find((each) => usesSnapshot(each, named));
  const question = { folder, name, url, belongsTo: other?.folder ?? null, hasOwn: stored.link !== null };
  const answer = askLink ? await askLink(question) : undefined;
  if (answer === undefined) throw unconfirmed(question);
  if (answer === null) throw cancelled();
  const project = { snapshotId: named, isUsed: answer === 'same' };
  await record.change((current) => ({ ...current, project }));
  return { snapshotId: snapshotOf({ ...stored, project }, named), isNew: false };
}
