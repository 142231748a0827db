import { setTimeout as wait } from 'node:timers/promises';
import { fromKnex, type Job, PgBoss, type Queue } from 'pg-boss';
import type { Db, Tx } from '../db/db.ts';
import type { Log } from '../log.ts';
import { countJob } from '../operations/metrics.ts';

/** Every job there is, and what it is told. */
export interface JobPayloads {
  make_variants: { snapshotId: string; version: number };
  sweep: Record<string, never>;
  /** Somebody at this address, which only this installation can read, has forgotten their password. */
  mail_reset_link: { sealed: string };
  /** A mail that only this installation can read. */
  send_mail: { messageId: string; sealed: string; reviewerId?: string };
  send_digests: Record<string, never>;
  mail_comments: Record<string, never>;
  warn_of_expiry: Record<string, never>;
  remove_expired: Record<string, never>;
  remind_reviewers: Record<string, never>;
  forget_old: Record<string, never>;
  change_snapshots: { changeId: string };
  delete_accounts: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A handler may run twice for one job, so doing it again must change nothing. The signal says: stop soon, you will be asked again. */
export type JobHandlers = { [N in JobName]: Handle<N> };
type Handle<N extends JobName> = (payload: JobPayloads[N], signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /** The job exists when the transaction commits, and not otherwise. */
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N]): Promise<void>;
  /** Works these jobs, or all. */
  start(handlers: JobHandlers, names?: readonly JobName[]): Promise<void>;
  /** Takes no more jobs, asks the running ones to stop and waits for them. */
  stop(): Promise<void>;
  /** Runs every waiting job to its end, here and now, and fails with the first that fails. For tests. */
  drain(handlers: JobHandlers): Promise<void>;
}

type QueueSettings = Omit<Queue, 'name'>;

/** A worker that was killed sends no heartbeat, and somebody else takes its job. */
const HEARTBEAT_SECONDS = 30;
const COMMON: QueueSettings = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS };
/** What is done by the clock: one at a time, waiting or running. One whose process was killed is run again soon. */
const ROUTINE: QueueSettings = {
  ...COMMON,
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 3600,
  deleteAfterSeconds: 7 * 86_400,
};
/** What is left to do after a change: it may take long, and is tried for about an hour. */
const FOLLOW_UP: QueueSettings = {
  ...COMMON,
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 3600,
  deleteAfterSeconds: 86_400,
};
const QUEUES: Record<JobName, QueueSettings> = {
  make_variants: FOLLOW_UP,
  sweep: { ...ROUTINE, expireInSeconds: 3 * 3600 },
  send_digests: ROUTINE,
  mail_comments: ROUTINE,
  warn_of_expiry: ROUTINE,
  remove_expired: ROUTINE,
  remind_reviewers: ROUTINE,
  forget_old: ROUTINE,
  delete_accounts: ROUTINE,
  mail_reset_link: {
    ...COMMON,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  },
  change_snapshots: FOLLOW_UP,
  // A mail server that is down for some hours loses nothing.
  send_mail: {
    ...COMMON,
    retryLimit: 12,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
    deleteAfterSeconds: 86_400,
  },
};
const SCHEDULES: Partial<Record<JobName, string>> = {
  sweep: '17 * * * *',
  send_digests: '0 * * * *',
  mail_comments: '* * * * *',
  warn_of_expiry: '*/10 * * * *',
  remove_expired: '27 * * * *',
  remind_reviewers: '*/10 * * * *',
  forget_old: '47 * * * *',
  // One that was closed while the job ran is found by the next.
  delete_accounts: '*/10 * * * *',
};
export const JOB_NAMES = Object.keys(QUEUES) as JobName[];

/** What was just staged is answered, and looked at for the first time, before it is compressed. */
const HEAD_START_MS: Partial<Record<JobName, number>> = { make_variants: 300 };

/** Workers are woken by a notice; polling only backs that up. */
const POLL_SECONDS = 2;
const NOTIFIED_POLL_SECONDS = 30;
const CONNECTIONS = 2;
const STOP_MS = 10_000;

/** Makes what the queue needs in the database, or brings it up to date. */
export async function prepareJobs(db: Db): Promise<void> {
  const boss = new PgBoss({ db: fromKnex(db), supervise: false, schedule: false });
  await boss.start();
  try {
    for (const name of JOB_NAMES) {
      const { policy, ...settings } = QUEUES[name];
      await boss.createQueue(name, { policy, ...settings });
      await boss.updateQueue(name, settings); // one that was made by an older release keeps its policy only
      const schedule = SCHEDULES[name];
      // What was missed while no process ran is done once as soon as one does.
      if (schedule) await boss.schedule(name, schedule, {}, { missed: 'once' });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Jobs kept in Postgres. It connects when it is first used. */
export function createJobs(databaseUrl: string, log: Log): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'stagelink jobs',
    max: CONNECTIONS,
    useListenNotify: true,
    cronWorkerIntervalSeconds: 30,
  });
  // The queue asks again; a job that fails is an error of its own.
  boss.on('error', (cause) => log.warn({ err: cause }, 'the job queue has a problem'));
  boss.on('warning', (warning) => log.warn(warning, 'the job queue warns'));

  const stopping = new AbortController();
  let opened: Promise<PgBoss> | undefined;
  function open(): Promise<PgBoss> {
    opened ??= boss.start().catch((cause: unknown) => {
      opened = undefined; // the next caller tries again
      throw cause;
    });
    return opened;
  }

  async function run<N extends JobName>(
    name: N,
    job: Pick<Job<JobPayloads[N]>, 'id' | 'data'>,
    handle: Handle<N>,
    signal: AbortSignal,
  ): Promise<void> {
    const startedAt = performance.now();
    const took = () => performance.now() - startedAt;
    try {
      await handle(job.data, signal);
    } catch (cause) {
      const isInterrupted = stopping.signal.aborted;
      countJob(name, isInterrupted ? 'interrupted' : 'failed', took() / 1000);
      if (isInterrupted) log.info({ job: name, id: job.id }, 'job interrupted, to be run again');
      else log.error({ job: name, id: job.id, err: cause }, 'job failed');
      throw cause;
    }
    countJob(name, 'done', took() / 1000);
    log.info({ job: name, id: job.id, ms: Math.round(took()) }, 'job done');
  }

  async function work<N extends JobName>(name: N, handlers: JobHandlers): Promise<void> {
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
    };
    const headStart = HEAD_START_MS[name];
    const handle: Handle<N> = async (payload, signal) => {
      if (headStart !== undefined) await wait(headStart, undefined, { signal });
      await handlers[name](payload, signal);
    };
    const worker: string = await boss.work(name, options, async (jobs: Job<JobPayloads[N]>[]) => {
      // What is enqueued together gives one notice, so it looks for more after each job, until it finds none.
      boss.notifyWorker(worker);
      for (const job of jobs) {
        await run(name, job, handle, AbortSignal.any([job.signal, stopping.signal]));
      }
    });
  }

  async function drainOne<N extends JobName>(name: N, handlers: JobHandlers): Promise<boolean> {
    const [job] = await boss.fetch<JobPayloads[N]>(name, { ignoreStartAfter: true });
    if (!job) return false;
    try {
      await run(name, job, handlers[name], stopping.signal);
    } catch (cause) {
      await boss.fail(name, job.id);
      throw cause;
    }
    await boss.complete(name, job.id);
    return true;
  }

  return {
    async enqueue(tx, name, payload) {
      await open();
      await boss.send(name, payload, { db: fromKnex(tx) });
    },
    async start(handlers, names = JOB_NAMES) {
      await open();
      for (const name of names) await work(name, handlers);
    },
    async stop() {
      stopping.abort();
      await boss.stop({ timeout: STOP_MS });
    },
    async drain(handlers) {
      await open();
      for (const name of JOB_NAMES) while (await drainOne(name, handlers));
    },
  };
}
