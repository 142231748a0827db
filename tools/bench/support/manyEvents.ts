import { randomUUID } from 'node:crypto';
import * as sessions from '../../../server/src/features/identity/sessions/repo.ts';
import type { Db } from '../../../server/src/platform/db/db.ts';

const TYPES = [
  'page_view',
  'page_view',
  'page_view',
  'snapshot_viewed',
  'snapshot_viewed',
  'user_login',
  'dashboard_visit',
  'comment_posted',
  'snapshot_created',
  'user_registered',
  'payment_succeeded',
];
const PAGES = ['/dashboard', '/docs', '/docs/getting-started', '/pricing', '/settings', ''];
const STATUSES = ['none', 'none', 'none', 'none', 'none', 'none', 'trial', 'active', 'active', 'cancelled'];

/** Rows come from a series of numbers: they differ, and runs are alike. */
const USERS = [
  `insert into users (id, email, name, plan, subscription_status, snapshot_count, created_at, last_login_at)
   select gen_random_uuid(), 'user' || n || '@example.com', 'User ' || n,
     case when (:statuses::text[])[1 + n % cardinality(:statuses::text[])] = 'none' then 'free' else 'pro' end,
     (:statuses::text[])[1 + n % cardinality(:statuses::text[])], n % 60,
     now() - n % 500 * interval '1 day', now() - n % 90 * interval '1 day'
   from generate_series(1, :users::int) as n`,
  `create temporary table numbered as select row_number() over () - 1 as n, id from users`,
  `create index on numbered (n)`,
];
/** Over 400 days, a fifth of them without an account. */
const EVENTS = `
   insert into analytics_events (id, event_type, event_data, user_id, page, occurred_at, received_at)
   select gen_random_uuid(), (:types::text[])[1 + e.n % cardinality(:types::text[])], '{"snapshotId":"k3n9c2v8"}',
     case when e.n % 5 > 0 then u.id end, (:pages::text[])[1 + e.n % cardinality(:pages::text[])],
     moment, moment + interval '1 second'
   from generate_series(:from::int, :to::int) as e (n)
     join numbered u on u.n = (e.n::bigint * 7919) % :users::int,
     lateral (select now() - (:events::int - e.n) * (interval '400 days' / :events::int) as moment) as m`;
/** So many events take some seconds, far less than a statement may. */
const PORTION = 100_000;

/** Fills a migrated database. Returns a superadmin's session. */
export async function manyEvents(
  db: Db,
  { events, users }: { events: number; users: number },
): Promise<{ secret: string }> {
  await db.transaction(async (tx) => {
    // Checking millions of references would take minutes, and all of them are valid.
    await tx.raw('set local session_replication_role = replica');
    for (const statement of USERS) await tx.raw(statement, { users, statuses: STATUSES });
    for (let from = 1; from <= events; from += PORTION) {
      const to = Math.min(from + PORTION - 1, events);
      await tx.raw(EVENTS, { from, to, events, users, types: TYPES, pages: PAGES });
    }
  });
  const id = randomUUID();
  await db('users').insert({ id, email: 'root@example.com', name: 'Root', role: 'superadmin' });
  await db.raw('vacuum analyze');
  return { secret: await sessions.start(db, id, { address: '127.0.0.1', userAgent: 'bench' }) };
}
