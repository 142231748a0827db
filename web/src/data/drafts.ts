import * as api from '@stagelink/shared/contracts/comments';
import { Picked } from '@stagelink/shared/preview/picked';
import * as z from 'zod/mini';
import { readStored, writeStored } from './stored.ts';

/** What stands beside a text that is being written: the element it is about, as it was picked. */
export const Placed = z.object({
  picked: Picked,
  context: api.CommentContext,
  version: z.int(),
});
export type Placed = z.infer<typeof Placed>;

const Draft = z.object({ text: z.string(), placed: z.nullable(Placed) });
export type Draft = z.infer<typeof Draft>;

/** Of an answer by its thread's id, of an edit by the comment's, or of what begins a new one. */
export type DraftOf = string | `edit-${string}` | 'new' | 'pin';

const keyOf = (snapshotId: string, of: DraftOf) => `draft-${snapshotId}-${of}`;

function parse(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/** What was written and not sent; it outlives the page. */
export function readDraft(snapshotId: string, of: DraftOf): Draft | null {
  return Draft.safeParse(parse(readStored(keyOf(snapshotId, of)))).data ?? null;
}

export function keepDraft(snapshotId: string, of: DraftOf, draft: Draft): void {
  const isWorthIt = draft.text.trim() !== '';
  writeStored(keyOf(snapshotId, of), isWorthIt ? JSON.stringify(draft) : null);
}

/** Files outlive the composer, not the page. */
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
