import { ApiError, type Call } from '@stagelink/shared/client/call';
import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { listThreads, type Thread } from '@stagelink/shared/contracts/threads';
import {
  type ChangedFile,
  compareVersions,
  listVersions,
  type Version,
} from '@stagelink/shared/contracts/versions';
import { count, duration } from '@stagelink/shared/domain/format';
import type { FailOn, Inputs } from './inputs.ts';
import type { StagedPreview } from './stageFolder.ts';

/** Threads that a check lists. */
const THREADS_MAX = 10;
const EXCERPT_MAX = 120;

/** What a preview is like once it is staged. */
export interface Report extends StagedPreview {
  openThreads: number;
  /** The newest of them. */
  threads: readonly Thread[];
  review: ReviewSummary;
  /** Files that differ from the version before; null without one, or where it was deleted. */
  changes: Record<ChangedFile['change'], number> | null;
  /** Pin results of open threads; null until the version is opened. */
  pins: Version['pins'];
}

async function changesSince(call: Call, id: string, version: number): Promise<Report['changes']> {
  if (version === 1) return null;
  const changes = { added: 0, removed: 0, changed: 0 };
  try {
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: { files: ChangedFile[]; nextCursor: number | null } = await call(compareVersions, {
        id,
        from: version - 1,
        to: version,
        cursor,
      });
      for (const { change } of page.files) changes[change] += 1;
      cursor = page.nextCursor;
    }
    return changes;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'not_found') return null;
    throw cause;
  }
}

/** Asks the server what there is to say about a version. */
export async function readReport(call: Call, preview: StagedPreview): Promise<Report> {
  const { snapshot, version } = preview.staged;
  const { id } = snapshot;
  const [current, open, changes, { versions }] = await Promise.all([
    call(getSnapshot, { id }),
    call(listThreads, { snapshotId: id, state: 'open', limit: THREADS_MAX }),
    changesSince(call, id, version),
    call(listVersions, { id }),
  ]);
  return {
    ...preview,
    openThreads: open.matching,
    threads: open.threads,
    review: current.snapshot.review,
    changes,
    pins: versions.find(({ number }) => number === version)?.pins ?? null,
  };
}

function reviewText({
  isRequested,
  checkedOffCount,
  changesRequestedCount = 0,
  totalReviewers,
}: ReviewSummary): string {
  if (!isRequested) return 'no review';
  const approved = `review: ${checkedOffCount - changesRequestedCount} of ${totalReviewers} approved`;
  return changesRequestedCount === 0 ? approved : `${approved}, ${changesRequestedCount} requested changes`;
}

const threadsText = ({ openThreads, staged }: Report): string =>
  openThreads === 0
    ? 'no open threads'
    : `${count(openThreads, 'open thread')} ([show](${staged.url}#panel=comments))`;

function changeRows({ changes, pins }: Report): string[] {
  const files =
    changes && `| Files | ${changes.changed} changed, ${changes.added} added, ${changes.removed} removed |`;
  const results =
    pins && `| Pins | ${pins.found ?? 0} found, ${pins.doubtful ?? 0} doubtful, ${pins.lost ?? 0} lost |`;
  return [files, results].filter((row) => row !== null);
}

/** GitHub shows no Markdown, mention or reference inside code. */
const asCode = (text: string): string => `\`${text.replaceAll(/[`\s]+/g, ' ').trim() || ' '}\``;

/** Returns the text of the comment and of the job summary, in at most 15 lines. */
export function commentText(
  report: Report,
  { server, showsPassword }: Pick<Inputs, 'server' | 'showsPassword'>,
): string {
  const { staged, milliseconds } = report;
  const { url, version, password } = staged;
  const facts = [
    '**Stagelink**',
    `[open the preview](${url})`,
    `v${version}`,
    duration(milliseconds),
    threadsText(report),
    reviewText(report.review),
  ];
  const rows = changeRows(report);
  const table = [
    '<details><summary>What changed</summary>',
    '',
    '| | |',
    '| --- | --- |',
    ...rows,
    '',
    '</details>',
  ];
  return [
    facts.join(' · '),
    ...(showsPassword && password !== null ? ['', `Password: ${asCode(password)}`] : []),
    '',
    ...(rows.length > 0 ? [...table, ''] : []),
    `[QR code](${server}/api/snapshots/${staged.snapshot.id}/qr)`,
  ].join('\n');
}

/** Threads of a protected snapshot are for those who have its password. */
function threadLine({ comment, url }: Thread, isPublic: boolean, at: number): string {
  const text = comment.text.slice(0, EXCERPT_MAX);
  return `${at + 1}. [Thread](${url})${isPublic ? ` ${asCode(text)}` : ''}`;
}

export interface Verdict {
  isFailure: boolean;
  title: string;
  summary: string;
}

const FAILS: Record<FailOn, (report: Report) => boolean> = {
  none: () => false,
  'open-threads': ({ openThreads }) => openThreads > 0,
  'changes-requested': ({ review }) => (review.changesRequestedCount ?? 0) > 0,
};

/** Returns what a check says. */
export function verdictOf(report: Report, failOn: FailOn): Verdict {
  const { openThreads, threads, staged, review } = report;
  const title = openThreads === 0 ? 'No open threads' : count(openThreads, 'open thread');
  const lines = threads.map((thread, at) => threadLine(thread, staged.snapshot.public, at));
  const more = openThreads - threads.length;
  return {
    isFailure: FAILS[failOn](report),
    title: review.isRequested ? `${title}, ${reviewText(review)}` : title,
    summary: [
      `[Open the preview](${staged.url}), version ${staged.version}`,
      '',
      ...lines,
      ...(more > 0 ? [`\nAnd [${count(more, 'more')}](${staged.url}#panel=comments).`] : []),
    ].join('\n'),
  };
}
