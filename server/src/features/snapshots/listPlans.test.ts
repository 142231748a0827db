import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { list } from './list.ts';

const PAGE = 20;
const MINE = 3_000;
const ALL = 20_000;

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.build.user();
  const bob = await world.build.user();
  const { jobDb } = world.app;
  await jobDb.raw(
    `insert into snapshots (id, owner_id, label, name, tags, version, view_count, comment_count, created_at,
       last_modified_at, expires_at)
     select 'snapshot' || n, case when n <= :mine then :ada::uuid else :bob::uuid end, 'label' || n, 'Page ' || n,
       array['tag ' || n % 30], 1, n % 500, n % 12, now() - n * interval '7 minutes',
       now() - n % 900 * interval '11 minutes', now() + (n % 100 - 20) * interval '1 day'
     from generate_series(1, :all) n`,
    { mine: MINE, all: ALL, ada: ada.id, bob: bob.id },
  );
  await jobDb.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source)
     select id, 1, '[]', 1, 1, '{"client":"api"}' from snapshots`,
  );
  await jobDb.raw(
    `insert into reviews (id, snapshot_id, deadline)
     select gen_random_uuid(), id, now() + (view_count - 250) * interval '1 hour' from snapshots
     where owner_id = ? and view_count % 5 = 0`,
    [ada.id],
  );
  await jobDb.raw(
    `insert into reviewers (id, review_id, email, name, status)
     select gen_random_uuid(), id, id || '@example.com', 'Bea',
       case when get_byte(uuid_send(id), 0) % 2 = 0 then 'approved' else 'pending' end from reviews`,
  );
  await jobDb.raw(
    `insert into follows (id, user_id, snapshot_id, is_chosen)
     select gen_random_uuid(), owner_id, id, view_count % 2 = 0 from snapshots`,
  );
  await jobDb.raw(`insert into channels (id, seq) select 'snapshot:' || id, 1 from snapshots`);
  await jobDb.raw('vacuum analyze');
}, 120_000);
afterAll(() => world.close());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Sort Method'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * Returns the result of an action and the plans of its statements, but for the one that sorts the matches of a question
 * once.
 */
async function explained<Result>(action: () => Promise<Result>): Promise<{ result: Result; plans: Plan[] }> {
  const { db } = world.app;
  const statements: { sql: string; options?: { name?: string; values: unknown[] } }[] = [];
  const note = (query: (typeof statements)[number]) => {
    if (query.options?.name?.startsWith('snapshots_order') !== true) statements.push(query);
  };
  db.on('query', note);
  const result = await action();
  db.off('query', note);
  const plans: Plan[] = [];
  for (const { sql, options } of statements) {
    const explaining = db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
      `explain (analyze, format json) ${sql}`,
    );
    const { rows } = await explaining.options({ values: options?.values ?? [] });
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan)));
  }
  return { result, plans };
}

type Question = Input<typeof listSnapshots>;

const read = (question: Question) =>
  list(world.app, ada.id, listSnapshots.input.parse({ ...question, limit: PAGE }));

const SORTS = ['created', 'modified', 'expires', 'views', 'comments', 'name'] as const;
const FILTERS: Record<string, Question> = {
  'no filter': {},
  'expired ones': { status: 'expired' },
  'all of them': { status: 'all' },
  'a search': { search: 'page 77' },
  'a tag without a project': { tags: 'tag 4', projectId: NO_PROJECT },
  'overdue reviews': { review: 'overdue' },
  'pending reviews': { review: 'pending' },
  'completed reviews': { review: 'completed' },
  'no review': { review: 'none' },
};

describe.each(Object.entries(FILTERS))('a list with %s', (_, filter) => {
  test.each(SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => [sort, order] as const)))(
    'sorted by %s %s reads by indexes and sorts no more than a page and its neighbors',
    async (sort, order) => {
      const question = { ...filter, sort, order };
      const first = await explained(() => read(question));
      const cursor = first.result.nextCursor ?? undefined;
      const again = await explained(() => read(question));
      const next = await explained(() => read({ ...question, cursor }));
      for (const { plans } of [first, again, next]) {
        const nodes = plans.flatMap(nodesOf);
        expect(nodes.length).toBeGreaterThan(0);
        const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
        // The table of accounts has two rows.
        expect(scanned.filter((node) => node['Relation Name'] !== 'users')).toEqual([]);
        const sorts = nodes.filter((node) => node['Sort Method'] !== undefined);
        const large = sorts.filter(
          (node) => node['Sort Method'] !== 'top-N heapsort' && node['Actual Rows'] > PAGE + 2,
        );
        expect(large).toEqual([]);
      }
    },
  );
});
