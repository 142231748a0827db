import { PROJECT_PEOPLE_MAX } from '@stagelink/shared/contracts/projects';
import type { Db } from '../../platform/db/db.ts';
import { ANONYMOUS } from '../comments/repo.ts';

export interface ProjectOverviewRow {
  active: number;
  expired: number;
  lastActivityAt: Date | null;
  people: string[];
  peopleCount: number;
  /** The newest published version with a picture. */
  pictured: { id: string; version: number; sha256: string } | null;
}

/** People who comment under a name, and reviewers. Pending comments are only the owner's to read, who reads this. */
const PEOPLE = `
  select coalesce(u.name, c.author_name) as name, max(c.created_at) as at
  from listed s join comments c on c.snapshot_id = s.id left join users u on u.id = c.author_id
  where c.author_id is distinct from s.owner_id and coalesce(u.name, c.author_name) not in ('', '${ANONYMOUS}')
  group by 1
  union all
  select w.name, max(coalesce(w.reviewed_at, r.requested_at))
  from listed s join reviews r on r.snapshot_id = s.id join reviewers w on w.review_id = r.id
  group by 1`;

/** Returns null for a project of another owner. */
export async function overviewOf(db: Db, ownerId: string, id: string): Promise<ProjectOverviewRow | null> {
  const { rows } = await db.raw<{ rows: ProjectOverviewRow[] }>(
    `with project as (select id from projects where id = :id and owner_id = :ownerId),
     listed as (
       select s.* from snapshots s join project p on p.id = s.project_id where s.version is not null
     ),
     people as (select name, max(at) as at from (${PEOPLE}) named group by name)
     select
       (select count(*) from listed where expires_at > now()) as active,
       (select count(*) from listed where expires_at <= now()) as expired,
       greatest(
         (select max(last_modified_at) from listed),
         (select max(c.created_at) from listed s join comments c on c.snapshot_id = s.id)
       ) as "lastActivityAt",
       array(select name from people order by at desc, name limit :peopleMax) as people,
       (select count(*) from people) as "peopleCount",
       (select json_build_object('id', s.id, 'version', s.version, 'sha256', encode(v.picture_sha256, 'hex'))
        from listed s join versions v on v.snapshot_id = s.id and v.number = s.version
        where v.picture_sha256 is not null order by s.last_modified_at desc, s.id limit 1) as pictured
     from project`,
    { id, ownerId, peopleMax: PROJECT_PEOPLE_MAX },
  );
  return rows[0] ?? null;
}
