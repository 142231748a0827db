import type { ChecklistItem, TutorialId } from '@stagelink/shared/contracts/onboarding';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface OnboardingRow {
  hasSeenWelcome: boolean;
  skippedWelcome: boolean;
  completedTutorials: TutorialId[];
  checklistDone: ChecklistItem[];
  checklistClosed: boolean;
  /** Null if there is none, or no longer. */
  sampleId: string | null;
}

const NEW: OnboardingRow = {
  hasSeenWelcome: false,
  skippedWelcome: false,
  completedTutorials: [],
  checklistDone: [],
  checklistClosed: false,
  sampleId: null,
};

const columns = {
  hasSeenWelcome: 'has_seen_welcome',
  skippedWelcome: 'skipped_welcome',
  completedTutorials: 'completed_tutorials',
  checklistDone: 'checklist_done',
  checklistClosed: 'checklist_closed',
  sampleId: 'sample_id',
} satisfies Record<keyof OnboardingRow, string>;

/** Returns the account's row, or that of a new account. */
export async function find(db: Db, userId: string): Promise<OnboardingRow> {
  const row: OnboardingRow | undefined = await db('onboarding').where({ user_id: userId }).first(columns);
  return row ?? NEW;
}

type OnboardingPatch = Partial<Omit<OnboardingRow, 'sampleId'>>;

/** Adds to the lists, which are sets; replaces the other fields. Missing fields stay unchanged. */
export async function update(db: Db, userId: string, patch: OnboardingPatch): Promise<OnboardingRow> {
  const { rows } = await db.raw<{ rows: [OnboardingRow] }>(
    `insert into onboarding as o
       (user_id, has_seen_welcome, skipped_welcome, completed_tutorials, checklist_done, checklist_closed)
     values (:userId, coalesce(:hasSeenWelcome, false), coalesce(:skippedWelcome, false),
       :completedTutorials, :checklistDone, coalesce(:checklistClosed, false))
     on conflict (user_id) do update set
       has_seen_welcome = coalesce(:hasSeenWelcome, o.has_seen_welcome),
       skipped_welcome = coalesce(:skippedWelcome, o.skipped_welcome),
       completed_tutorials = o.completed_tutorials
         || array(select unnest(excluded.completed_tutorials) except select unnest(o.completed_tutorials)),
       checklist_done = o.checklist_done
         || array(select unnest(excluded.checklist_done) except select unnest(o.checklist_done)),
       checklist_closed = coalesce(:checklistClosed, o.checklist_closed)
     returning ${Object.entries(columns)
       .map(([field, column]) => `o.${column} as "${field}"`)
       .join(', ')}`,
    {
      userId,
      hasSeenWelcome: patch.hasSeenWelcome ?? null,
      skippedWelcome: patch.skippedWelcome ?? null,
      completedTutorials: [...new Set(patch.completedTutorials)],
      checklistDone: [...new Set(patch.checklistDone)],
      checklistClosed: patch.checklistClosed ?? null,
    },
  );
  return rows[0];
}

/** Returns the items of the checklist that the account has done with its present snapshots and comments. */
export async function itemsDone(db: Db, userId: string): Promise<ChecklistItem[]> {
  const { rows } = await db.raw<{ rows: [{ done: ChecklistItem[] }] }>(
    `with mine as materialized (
       select id, last_version, view_count from snapshots
       where owner_id = :userId and version is not null and not is_sample
     )
     select array_remove(array[
       case when exists (select from mine) then 'stage' end,
       case when exists (select from comments where author_id = :userId) then 'comment' end,
       case when exists (select from mine where view_count > 0)
         or exists (select from mine join reviews r on r.snapshot_id = mine.id) then 'share' end,
       case when exists (select from mine where last_version > 1) then 'restage' end
     ], null) as done`,
    { userId },
  );
  return rows[0].done;
}

export const findSample = async (db: Db, userId: string): Promise<string | null> =>
  (await find(db, userId)).sampleId;

/** Returns false if the account has another sample. */
export async function keepSample(tx: Tx, userId: string, sampleId: string): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `insert into onboarding as o (user_id, sample_id) values (:userId, :sampleId)
     on conflict (user_id) do update set sample_id = :sampleId where o.sample_id is null
     returning user_id`,
    { userId, sampleId },
  );
  return rows.length === 1;
}
