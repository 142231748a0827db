import type { Folder, StageRecord } from '../../protocol/folders.ts';
import type { Alert } from '../../protocol/engine.ts';
import type { Notice } from '../../protocol/window.ts';
import { pinSummary } from '@stagelink/shared/domain/pinSummary';

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

export const folderPage = (folderId: string): string => `/folders/${encodeURIComponent(folderId)}`;

/** Returns the notification for a finished stage, or null. */
export function stageNotification(
  folder: Folder,
  record: StageRecord,
  before: Folder,
  isCopied: boolean,
): Notice | null {
  const page = folderPage(folder.id);
  if (record.outcome === 'waiting') {
    // Otherwise every save would repeat it.
    if (record.cause === 'change' && before.link?.waiting) return null;
    const body = record.pins ? pinSummary(record.pins) : '';
    return { title: `${folder.name}: version ${record.version} is a draft`, body, page };
  }
  if (record.outcome === 'staged') {
    // Otherwise every save would be announced; the open viewer shows it anyway.
    if (record.cause === 'change') return null;
    const done = `Staged in ${seconds(record.milliseconds)}`;
    const body = isCopied ? `${done}, link copied` : done;
    return { title: folder.name, body: record.pins ? `${body}. ${pinSummary(record.pins)}.` : body, page };
  }
  if (record.outcome === 'cancelled' || !record.problem) return null;
  const { message, lines } = record.problem;
  return { title: `${folder.name} was not staged`, body: lines[0] ?? message, page };
}

/**
 * Notifications of stages; shows a repeated failure once, because an editor that saves often would repeat
 * it until it is fixed.
 */
export class StageNotices {
  readonly #failing = new Set<string>();

  of(folder: Folder, record: StageRecord, before: Folder, isCopied: boolean): Notice | null {
    const isRepeated = record.cause === 'change' && this.#failing.has(folder.id);
    if (record.outcome !== 'failed') this.#failing.delete(folder.id);
    else if (isRepeated) return null;
    else this.#failing.add(folder.id);
    return stageNotification(folder, record, before, isCopied);
  }

  /** A folder without an error has recovered, even when nothing was staged. */
  changed({ id, state }: Folder): void {
    if (state.kind === 'idle') this.#failing.delete(id);
  }
}

/** Only manual stages copy the link: automatic ones must not overwrite the clipboard. */
export const shouldCopyLink = ({ cause, outcome }: StageRecord): boolean =>
  cause === 'person' && outcome === 'staged';

/** Alerts that are shown one by one; the others are only counted. */
const SHOWN_ALERTS = 3;

/** Returns the alerts that are shown, each with its address at the server if it has one there. */
export const shownAlerts = (
  server: string,
  alerts: readonly Alert[],
): { notice: Notice; url: string | null }[] =>
  alerts.slice(0, SHOWN_ALERTS).map(({ title, body, path }) => {
    const url = path === null ? null : new URL(path, server);
    return {
      notice: { title, body, page: null },
      url: url?.origin === new URL(server).origin ? url.href : null,
    };
  });

/** Returns the notification for new comments, or null. */
export function commentNotification(before: number | null, now: number): Notice | null {
  const come = before === null ? 0 : now - before;
  if (come <= 0) return null;
  return {
    title: 'Stagelink',
    body: come === 1 ? 'One new comment' : `${come} new comments`,
    page: '/dashboard',
  };
}
