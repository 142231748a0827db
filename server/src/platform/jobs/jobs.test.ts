import { type ConstructorOptions, PgBoss } from 'pg-boss';
import {
  afterEach,
  beforeAll,
  afterAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createLog } from '../log.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { createJobs, type JobHandlers, type JobPayloads, type Jobs, prepareJobs } from './jobs.ts';

let world: World;
let jobs: Jobs;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db('pgboss.job').delete();
  jobs = createJobs(world.directUrl, createLog('silent'));
});
afterEach(() => jobs.stop());

type Variants = JobPayloads['make_variants'];

/** Handlers that record their payloads. */
function listening(): { handlers: JobHandlers; payloads: Variants[]; next: () => Promise<Variants> } {
  const payloads: Variants[] = [];
  const waiting: ((payload: Variants) => void)[] = [];
  return {
    payloads,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    handlers: {
      async make_variants(payload) {
        payloads.push(payload);
        waiting.shift()?.(payload);
      },
      announce_comment: () => Promise.resolve(),
      sweep: () => Promise.resolve(),
      send_push: () => Promise.resolve(),
      read_issue_states: () => Promise.resolve(),
      send_digests: () => Promise.resolve(),
      mail_comments: () => Promise.resolve(),
      warn_of_expiry: () => Promise.resolve(),
      remove_expired: () => Promise.resolve(),
      remind_reviewers: () => Promise.resolve(),
      return_threads: () => Promise.resolve(),
      forget_old: () => Promise.resolve(),
      roll_up_analytics: () => Promise.resolve(),
      delete_accounts: () => Promise.resolve(),
      change_snapshots: () => Promise.resolve(),
      mail_reset_link: () => Promise.resolve(),
      send_mail: () => Promise.resolve(),
      apply_billing: () => Promise.resolve(),
      end_duplicates: () => Promise.resolve(),
      update_customer: () => Promise.resolve(),
      delete_customer: () => Promise.resolve(),
      reconcile_billing: () => Promise.resolve(),
      deliver_webhook: () => Promise.resolve(),
      announce_lateness: () => Promise.resolve(),
    },
  };
}

const first = { snapshotId: 'a', version: 1 };
const second = { snapshotId: 'b', version: 2 };

describe('a job', () => {
  test('exists once its transaction commits', async () => {
    const { handlers, payloads } = listening();
    await world.app.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_variants', first);
      await jobs.enqueue(tx, 'make_variants', second);
    });
    await jobs.drain(handlers);
    expect(payloads).toEqual([first, second]);
    await jobs.drain(handlers);
    expect(payloads).toHaveLength(2);
  });

  test('does not exist after a rollback', async () => {
    const { handlers, payloads } = listening();
    const undone = world.app.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_variants', first);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await jobs.drain(handlers);
    expect(payloads).toEqual([]);
  });

  test('starts in another process once it is committed', async () => {
    const { handlers, next } = listening();
    const worker = createJobs(world.directUrl, createLog('silent'));
    await worker.start(handlers);
    const done = next();
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
    expect(await done).toEqual(first);
    await worker.stop();
  });

  test('that failed runs again', async () => {
    const { handlers, payloads } = listening();
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
    const failing = { ...handlers, make_variants: () => Promise.reject(new Error('no luck')) };
    await expect(jobs.drain(failing)).rejects.toThrow('no luck');
    await jobs.drain(handlers);
    expect(payloads).toEqual([first]);
  });

  test('is aborted when the process stops, and runs again in the next', async () => {
    const { handlers, payloads } = listening();
    let running: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (running = resolve));
    const worker = createJobs(world.directUrl, createLog('silent'));
    await worker.start({
      ...handlers,
      make_variants: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('interrupted')));
          running?.();
        }),
    });
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
    await started;
    await worker.stop();
    await jobs.drain(handlers);
    expect(payloads).toEqual([first]);
  });
});

test('jobs enqueued together run right after each other, also when one fails', async () => {
  const { handlers } = listening();
  const sealed = ['a', 'b', 'c', 'd', 'e'];
  const payloads: string[] = [];
  const allRun = new Promise<void>((resolve) => {
    handlers.send_mail = async (payload) => {
      payloads.push(payload.sealed);
      if (payloads.length === sealed.length) resolve();
      if (payload.sealed === 'b') throw new Error('no luck');
    };
  });
  await jobs.start(handlers);
  await world.app.db.transaction(async (tx) => {
    for (const each of sealed) await jobs.enqueue(tx, 'send_mail', { messageId: each, sealed: each });
  });
  await allRun;
  expect(payloads).toEqual(sealed);
}, 20_000);

test('announcements of comments that wait are made together, and after a failure each alone', async () => {
  const { handlers } = listening();
  const names = ['a', 'b', 'c', 'd'];
  const runs: string[][] = [];
  await world.app.db.transaction(async (tx) => {
    for (const commentId of names) {
      const payload = { commentId, wasPending: false, passwordRevision: 0, reopens: false };
      await jobs.enqueue(tx, 'announce_comment', payload);
    }
  });
  handlers.announce_comment = async (payloads) => {
    runs.push(payloads.map(({ commentId }) => commentId));
    if (payloads.some(({ commentId }) => commentId === 'b')) throw new Error('no luck');
  };
  await jobs.start(handlers);
  const states = async () => {
    const rows: { id: string; state: string }[] = await world.app
      .db('pgboss.job')
      .select('state', { id: world.app.db.raw(`data ->> 'commentId'`) });
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };
  await expect.poll(states).toEqual({ a: 'completed', b: 'retry', c: 'completed', d: 'completed' });
  const [together = [], ...alone] = runs;
  expect(together.toSorted()).toEqual(names);
  expect(alone.flat().toSorted()).toEqual(names);
  expect(alone).toHaveLength(names.length);
});

test('a worker whose connections were dropped continues', async () => {
  const { handlers, next } = listening();
  await jobs.start(handlers);
  const done = next();
  await world.app.db.raw(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'stagelink jobs' and datname = current_database()`,
  );
  await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
  expect(await done).toEqual(first);
});

test('the sweep is queued at most once', async () => {
  let sweeps = 0;
  await world.app.db.transaction(async (tx) => {
    for (let at = 0; at < 3; at += 1) await jobs.enqueue(tx, 'sweep', {});
  });
  const { handlers } = listening();
  await jobs.drain({ ...handlers, sweep: async () => void (sweeps += 1) });
  expect(sweeps).toBe(1);
});

test('preparing the queue again changes nothing and keeps the schedules', async () => {
  await prepareJobs(world.app.db);
  expect(await world.app.db('pgboss.schedule').select('name', 'cron').orderBy('name')).toEqual([
    { name: 'announce_lateness', cron: '*/5 * * * *' },
    { name: 'delete_accounts', cron: '*/10 * * * *' },
    { name: 'forget_old', cron: '47 * * * *' },
    { name: 'mail_comments', cron: '* * * * *' },
    { name: 'read_issue_states', cron: '7 * * * *' },
    { name: 'reconcile_billing', cron: '37 3 * * *' },
    { name: 'remind_reviewers', cron: '*/10 * * * *' },
    { name: 'remove_expired', cron: '27 * * * *' },
    { name: 'return_threads', cron: '* * * * *' },
    { name: 'roll_up_analytics', cron: '*/5 * * * *' },
    { name: 'send_digests', cron: '*/15 * * * *' },
    { name: 'sweep', cron: '17 * * * *' },
    { name: 'warn_of_expiry', cron: '*/10 * * * *' },
  ]);
});

describe('a scheduled job', () => {
  async function queue(options: ConstructorOptions = {}): Promise<PgBoss> {
    const boss = new PgBoss({ connectionString: world.directUrl, ...options });
    boss.on('error', () => undefined);
    await boss.start();
    onTestFinished(() => boss.stop({ graceful: false }));
    return boss;
  }

  async function countSweeps(): Promise<number> {
    let sweeps = 0;
    await jobs.drain({ ...listening().handlers, sweep: async () => void (sweeps += 1) });
    return sweeps;
  }

  test('runs again when its process was killed', async () => {
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'sweep', {}));
    const killed = await queue({ supervise: false, schedule: false });
    expect(await killed.fetch('sweep')).toHaveLength(1);
    expect(await countSweeps()).toBe(0);
    await world.app
      .db('pgboss.job')
      .where({ name: 'sweep' })
      .update({ heartbeat_on: world.app.db.raw(`now() - interval '1 minute'`) });
    await killed.supervise('sweep');
    expect(await countSweeps()).toBe(1);
  });

  test('runs once if no process ran at its time', async () => {
    const { db } = world.app;
    await db('pgboss.schedule').update({ created_on: db.raw(`now() - interval '2 days'`) });
    await db('pgboss.version').update({ cron_on: db.raw(`now() - interval '5 hours'`) });
    await queue({ cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1 });
    await vi.waitFor(
      async () => expect(await db('pgboss.job').where({ name: 'sweep' })).toHaveLength(1),
      20_000,
    );
    expect(await countSweeps()).toBe(1);
  }, 30_000);
});
