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
import { createWorld, type World } from '../testing/world.ts';
import { createJobs, type JobHandlers, type JobPayloads, type Jobs, prepareJobs } from './jobs.ts';

let world: World;
let jobs: Jobs;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db('pgboss.job').delete();
  jobs = createJobs(world.app.config.databaseUrl ?? '', createLog('silent'));
});
afterEach(() => jobs.stop());

type Variants = JobPayloads['make_variants'];

/** Handlers that write down what they were told. */
function listening(): { handlers: JobHandlers; told: Variants[]; next: () => Promise<Variants> } {
  const told: Variants[] = [];
  const waiting: ((payload: Variants) => void)[] = [];
  return {
    told,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    handlers: {
      async make_variants(payload) {
        told.push(payload);
        waiting.shift()?.(payload);
      },
      sweep: () => Promise.resolve(),
      send_digests: () => Promise.resolve(),
      mail_comments: () => Promise.resolve(),
      warn_of_expiry: () => Promise.resolve(),
      remove_expired: () => Promise.resolve(),
      remind_reviewers: () => Promise.resolve(),
      forget_old: () => Promise.resolve(),
      delete_accounts: () => Promise.resolve(),
      change_snapshots: () => Promise.resolve(),
      mail_reset_link: () => Promise.resolve(),
      send_mail: () => Promise.resolve(),
    },
  };
}

const first = { snapshotId: 'a', version: 1 };
const second = { snapshotId: 'b', version: 2 };

describe('a job', () => {
  test('exists when the change that asked for it is committed', async () => {
    const { handlers, told } = listening();
    await world.app.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_variants', first);
      await jobs.enqueue(tx, 'make_variants', second);
    });
    await jobs.drain(handlers);
    expect(told).toEqual([first, second]);
    await jobs.drain(handlers);
    expect(told).toHaveLength(2);
  });

  test('does not exist when the change is undone', async () => {
    const { handlers, told } = listening();
    const undone = world.app.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_variants', first);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await jobs.drain(handlers);
    expect(told).toEqual([]);
  });

  test('starts in another process once it is committed', async () => {
    const { handlers, next } = listening();
    const worker = createJobs(world.app.config.databaseUrl ?? '', createLog('silent'));
    await worker.start(handlers);
    const done = next();
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
    expect(await done).toEqual(first);
    await worker.stop();
  });

  test('that failed runs again', async () => {
    const { handlers, told } = listening();
    await world.app.db.transaction((tx) => jobs.enqueue(tx, 'make_variants', first));
    const failing = { ...handlers, make_variants: () => Promise.reject(new Error('no luck')) };
    await expect(jobs.drain(failing)).rejects.toThrow('no luck');
    await jobs.drain(handlers);
    expect(told).toEqual([first]);
  });

  test('is told to stop when the process stops, and runs again in the next', async () => {
    const { handlers, told } = listening();
    let running: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (running = resolve));
    const worker = createJobs(world.app.config.databaseUrl ?? '', createLog('silent'));
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
    expect(told).toEqual([first]);
  });
});

test('jobs that come together are done one right after the other, also when one fails', async () => {
  const { handlers } = listening();
  const sealed = ['a', 'b', 'c', 'd', 'e'];
  const told: string[] = [];
  const allTold = new Promise<void>((resolve) => {
    handlers.send_mail = async (payload) => {
      told.push(payload.sealed);
      if (told.length === sealed.length) resolve();
      if (payload.sealed === 'b') throw new Error('no luck');
    };
  });
  await jobs.start(handlers);
  await world.app.db.transaction(async (tx) => {
    for (const each of sealed) await jobs.enqueue(tx, 'send_mail', { messageId: each, sealed: each });
  });
  await allTold;
  expect(told).toEqual(sealed);
}, 20_000);

test('a worker whose connections the database dropped goes on by itself', async () => {
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

test('the sweep waits at most once, however often it is asked for', async () => {
  let sweeps = 0;
  await world.app.db.transaction(async (tx) => {
    for (let at = 0; at < 3; at += 1) await jobs.enqueue(tx, 'sweep', {});
  });
  const { handlers } = listening();
  await jobs.drain({ ...handlers, sweep: async () => void (sweeps += 1) });
  expect(sweeps).toBe(1);
});

test('preparing the queue again changes nothing, and what is done by the clock stays scheduled', async () => {
  await prepareJobs(world.app.db);
  expect(await world.app.db('pgboss.schedule').select('name', 'cron').orderBy('name')).toEqual([
    { name: 'delete_accounts', cron: '*/10 * * * *' },
    { name: 'forget_old', cron: '47 * * * *' },
    { name: 'mail_comments', cron: '* * * * *' },
    { name: 'remind_reviewers', cron: '*/10 * * * *' },
    { name: 'remove_expired', cron: '27 * * * *' },
    { name: 'send_digests', cron: '0 * * * *' },
    { name: 'sweep', cron: '17 * * * *' },
    { name: 'warn_of_expiry', cron: '*/10 * * * *' },
  ]);
});

describe('what is done by the clock', () => {
  async function queue(options: ConstructorOptions = {}): Promise<PgBoss> {
    const boss = new PgBoss({ connectionString: world.app.config.databaseUrl ?? '', ...options });
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

  test('is done again when the process that did it was killed', async () => {
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

  test('is caught up once when no process ran at its minute', async () => {
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
