import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/src/platform/db/db.ts';
import { hashPassword } from '../../../server/src/features/identity/passwords/hash.ts';
import * as sessions from '../../../server/src/features/identity/sessions/repo.ts';

/** Each table is filled by one statement from a series of numbers: rows differ, runs are identical. */
const SEED = `
  with numbered as (
    select n, case when n <= :mine then :owner::uuid else (:others::uuid[])[1 + n % cardinality(:others::uuid[])] end as owner_id,
      md5(n::text) as hash
    from generate_series(1, :all) as n
  )
  insert into snapshots (
    id, owner_id, project_id, label, name, description, client_name, tags, version, view_count, unique_viewers,
    comment_count, created_at, updated_at, last_modified_at, last_viewed_at, expires_at)
  select left(hash, 16), owner_id, case when n <= :mine and n % 4 > 0 then (:projects::uuid[])[1 + n % cardinality(:projects::uuid[])] end,
    hash, (array['Checkout', 'Landing page', 'Onboarding', 'Pricing table', 'Settings'])[1 + n % 5] || ' ' || n,
    'A draft of the ' || (array['mobile', 'desktop', 'tablet'])[1 + n % 3] || ' flow, number ' || n,
    'Client ' || n % 40, array['tag ' || n % 30, 'round ' || n % 7], 1, n % 500, n % 90, n % 12,
    now() - n % 20000 * interval '7 minutes', now(), now() - n % 9000 * interval '11 minutes',
    case when n % 500 > 0 then now() - n % 500 * interval '1 minute' end, now() + (n % 100 - 20) * interval '1 day'
  from numbered`;

const MORE = [
  `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source)
   select id, 1, '[]', 12, 250000, '{"client":"api"}' from snapshots`,
  `insert into reviews (id, snapshot_id, deadline)
   select gen_random_uuid(), id, case when view_count % 3 = 0 then now() + (view_count - 250) * interval '1 hour' end
   from snapshots where view_count % 5 = 0`,
  `insert into reviewers (id, review_id, email, name, status)
   select gen_random_uuid(), r.id, 'reviewer' || n || '@example.com', 'Reviewer ' || n,
     case when get_byte(uuid_send(r.id), n) % 2 = 0 then 'approved' else 'pending' end
   from reviews r cross join generate_series(1, 3) as n`,
  `insert into snapshot_views (snapshot_id, day, visitor, views, last_viewed_at)
   select id, current_date, uuid_send(gen_random_uuid()), 1, now() - n * view_count * interval '1 minute'
   from snapshots cross join generate_series(1, 3) as n where view_count > 0`,
  `insert into follows (id, user_id, snapshot_id)
   select gen_random_uuid(), owner_id, id from snapshots where comment_count % 3 = 0`,
];

const emailOf = (id: string) => `${id}@example.com`;

async function user(db: Db, password?: string): Promise<string> {
  const id = randomUUID();
  const password_hash = password === undefined ? null : await hashPassword(password);
  await db('users').insert({
    id,
    email: emailOf(id),
    name: 'Bench',
    plan: 'pro',
    subscription_status: 'active',
    password_hash,
  });
  await db('onboarding').insert({ user_id: id, has_seen_welcome: true, checklist_closed: true });
  return id;
}

export interface Seeded {
  ownerId: string;
  /** Secret of a session. */
  secret: string;
  email: string;
  password: string;
}

/** Fills a migrated database with snapshots of one owner among those of others. */
export async function manySnapshots(db: Db, { mine, all }: { mine: number; all: number }): Promise<Seeded> {
  const password = randomUUID();
  const owner = await user(db, password);
  const others: string[] = [];
  for (let n = 0; n < 90; n += 1) others.push(await user(db));
  const projects = Array.from({ length: 20 }, () => randomUUID());
  await db('projects').insert(
    projects.map((id, n) => ({ id, owner_id: owner, name: `Project ${n}`, color: '#4F46E5', position: n })),
  );
  await db.transaction(async (tx) => {
    // Checking each of a million references would take minutes, and all of them are valid.
    await tx.raw(`set local session_replication_role = replica`);
    await tx.raw(SEED, { owner, others, projects, mine, all });
    for (const statement of MORE) await tx.raw(statement);
  });
  // Triggers did not run meanwhile. Others' lists are not read.
  await db.raw('update users set snapshot_count = ? where id = ?', [mine, owner]);
  await db.raw(
    `select refresh_reviews(ids), refresh_recent_viewers(ids) from (
       select array_agg(id) as ids from snapshots where owner_id = ?) mine`,
    [owner],
  );
  await db.raw('vacuum analyze');
  const secret = await sessions.start(db, owner, { address: '127.0.0.1', userAgent: 'bench' });
  return { ownerId: owner, secret, email: emailOf(owner), password };
}
