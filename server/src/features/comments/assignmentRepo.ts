import type { Db, Tx } from '../../platform/db/db.ts';

export interface AssigneeRow {
  assigneeId: string | null;
  /** Id of a reviewer without an account; null otherwise. */
  reviewerId: string | null;
  assigneeEmail: string | null;
  assigneeName: string;
}

/** Returns the owner, reviewers and users who commented, each once: the owner first, then by name. */
export async function assigneesOf(db: Db, snapshotId: string): Promise<AssigneeRow[]> {
  const { rows } = await db.raw<{ rows: AssigneeRow[] }>(
    `with invited as (
       select distinct on (w.email) w.id, w.email, w.name from reviews r join reviewers w on w.review_id = r.id
       where r.snapshot_id = :snapshotId and w.removed_at is null order by w.email, r.requested_at desc
     ), known as (
       select owner_id as user_id, null::uuid as reviewer_id from snapshots where id = :snapshotId
       union
       select u.id, case when u.id is null then i.id end
       from invited i left join users u on u.email = i.email and u.email_verified_at is not null
       union
       select author_id, null from comments
       where snapshot_id = :snapshotId and author_id is not null and not is_pending
     )
     select u.id as "assigneeId", i.id as "reviewerId", i.email as "assigneeEmail",
            coalesce(u.name, i.name) as "assigneeName"
     from known k
     left join users u on u.id = k.user_id and u.deactivated_at is null
     left join invited i on i.id = k.reviewer_id
     where u.id is not null or i.id is not null
     order by u.id is distinct from (select owner_id from snapshots where id = :snapshotId), coalesce(u.name, i.name)`,
    { snapshotId },
  );
  return rows;
}

interface Assignment {
  assigneeId: string | null;
  reviewerId: string | null;
  dueOn: string | null;
}

export async function assign(
  tx: Tx,
  id: string,
  { assigneeId, reviewerId, dueOn }: Assignment,
): Promise<void> {
  await tx('comments')
    .where({ id })
    .update({ assignee_id: assigneeId, assignee_reviewer_id: reviewerId, due_on: dueOn });
}
