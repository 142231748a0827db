import type { Db } from '../../platform/db/db.ts';
import { statementByKeys } from '../../platform/db/joinedReads.ts';
import { ANONYMOUS } from './repo.ts';

/** A person known to a snapshot. */
export interface KnownPersonRow {
  /** Null without an account. */
  userId: string | null;
  name: string;
  isOwner: boolean;
  /** Only follows the snapshot: visitors do not see the name. */
  isSilent: boolean;
}

const PEOPLE = statementByKeys<KnownPersonRow>(
  'comments_people',
  'text',
  (isAsked) => `with known as (
     select u.id as user_id, u.name, true as is_owner, false as is_silent
     from snapshots s join users u on u.id = s.owner_id where s.id ${isAsked}
     union all
     select u.id, coalesce(u.name, w.name), false, false
     from reviews r join reviewers w on w.review_id = r.id
     left join users u on u.email = w.email and u.email_verified_at is not null
     where r.snapshot_id ${isAsked}
     union all
     select distinct u.id, coalesce(u.name, c.author_name), false, false
     from comments c left join users u on u.id = c.author_id
     where c.snapshot_id ${isAsked} and not c.is_pending
       and coalesce(u.name, c.author_name) <> '${ANONYMOUS}'
     union all
     select u.id, u.name, false, true
     from follows f join users u on u.id = f.user_id and u.deactivated_at is null
     where f.snapshot_id ${isAsked} and f.is_active
   )
   select user_id as "userId", name, bool_or(is_owner) as "isOwner", bool_and(is_silent) as "isSilent" from known
   group by user_id, name order by bool_or(is_owner) desc, name`,
);

/** Returns the owner, reviewers, followers and all named commenters of these snapshots, each once. */
export const peopleOf = (db: Db, ...snapshotIds: string[]): Promise<KnownPersonRow[]> =>
  PEOPLE(db, snapshotIds);
