import type { Folder, StageRecord } from '../folders.ts';
import type { Notice } from '../ipc.ts';
import { pinSentence } from '../pins.ts';

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

export const folderPage = (folderId: string): string => `/folders/${encodeURIComponent(folderId)}`;

/** What a person is told when a stage has ended; null when there is nothing worth saying. */
export function noticeOfStage(
  folder: Folder,
  record: StageRecord,
  before: Folder,
  isCopied: boolean,
): Notice | null {
  const page = folderPage(folder.id);
  if (record.outcome === 'waiting') {
    // Every save would say so again.
    if (record.cause === 'change' && before.link?.waiting) return null;
    const body = record.pins ? pinSentence(record.pins) : '';
    return { title: `${folder.name}: version ${record.version} waits for you`, body, page };
  }
  if (record.outcome === 'staged') {
    // Every save would be announced; the open viewer shows it anyway.
    if (record.cause === 'change') return null;
    const done = `Staged in ${seconds(record.milliseconds)}`;
    const told = isCopied ? `${done}, link copied` : done;
    return { title: folder.name, body: record.pins ? `${told}. ${pinSentence(record.pins)}.` : told, page };
  }
  if (record.outcome === 'cancelled' || !record.problem) return null;
  const { message, lines } = record.problem;
  return { title: `${folder.name} was not staged`, body: lines[0] ?? message, page };
}

/**
 * Notices of stages, each failing save only once: an editor that saves every few seconds would repeat the same failure
 * until it is corrected.
 */
export class StageNotices {
  private readonly failing = new Set<string>();

  of(folder: Folder, record: StageRecord, before: Folder, isCopied: boolean): Notice | null {
    const isRepeated = record.cause === 'change' && this.failing.has(folder.id);
    if (record.outcome !== 'failed') this.failing.delete(folder.id);
    else if (isRepeated) return null;
    else this.failing.add(folder.id);
    return noticeOfStage(folder, record, before, isCopied);
  }

  /** A folder that rests without a problem does not fail any more, also when nothing had to be staged. */
  changed({ id, state }: Folder): void {
    if (state.kind === 'idle') this.failing.delete(id);
  }
}

/** Links are copied only for who asked: a change saved in an editor must not take away what lies in the clipboard. */
export const copiesLink = ({ cause, outcome }: StageRecord): boolean =>
  cause === 'person' && outcome === 'staged';

/** What a person is told when comments have come; null when none have. */
export function noticeOfComments(before: number | null, now: number): Notice | null {
  const come = before === null ? 0 : now - before;
  if (come <= 0) return null;
  return {
    title: 'Stagelink',
    body: come === 1 ? 'One new comment' : `${come} new comments`,
    page: '/dashboard',
  };
}
