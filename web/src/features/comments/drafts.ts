import * as api from '@stagelink/shared/contracts/comments';
import { Picked } from '@stagelink/shared/preview/pickedElement';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { callerIn } from '../snapshots/viewApi.ts';

/** The element a draft comment is about, as it was picked. */
export const PickedPin = z.object({
  picked: Picked,
  context: api.CommentContext,
  version: z.int(),
});
export type PickedPin = z.infer<typeof PickedPin>;

const Draft = z.object({ text: z.string(), placed: z.nullable(PickedPin) });
export type Draft = z.infer<typeof Draft>;

/**
 * Key of a draft: the thread's id for a reply, the comment's for an edit, or a constant for a new comment.
 */
export type DraftOf = string | `edit-${string}` | 'new' | 'pin';

/** Several people may use one browser: each has their own drafts. */
const keyOf = (snapshotId: string, of: DraftOf) => `draft-${callerIn(snapshotId)}-${snapshotId}-${of}`;

function parse(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/** Reads a draft that was not sent. Drafts survive a reload. */
export function readDraft(snapshotId: string, of: DraftOf): Draft | null {
  return Draft.safeParse(parse(readStored(keyOf(snapshotId, of)))).data ?? null;
}

export function keepDraft(snapshotId: string, of: DraftOf, draft: Draft): void {
  const isWorthIt = draft.text.trim() !== '';
  writeStored(keyOf(snapshotId, of), isWorthIt ? JSON.stringify(draft) : null);
}

/** Chosen files survive unmounting, but not a reload. */
const chosen = new Map<string, readonly File[]>();
const NO_FILES: readonly File[] = [];

export const readFiles = (snapshotId: string, of: DraftOf): readonly File[] =>
  chosen.get(keyOf(snapshotId, of)) ?? NO_FILES;

export const keepFiles = (snapshotId: string, of: DraftOf, files: readonly File[]) =>
  void chosen.set(keyOf(snapshotId, of), files);

export function dropDraft(snapshotId: string, of: DraftOf): void {
  writeStored(keyOf(snapshotId, of), null);
  chosen.delete(keyOf(snapshotId, of));
}
