import { setTimeout as wait } from 'node:timers/promises';
import {
  type Db as QueueDb,
  fromKnex,
  type Job,
  type JobResult,
  PgBoss,
  type Queue,
  type WorkOptions,
} from 'pg-boss';
import { CONNECTIONS } from '../db/connections.ts';
import type { Db, Tx } from '../db/db.ts';
import { numberedStatement, statementsByText } from '../db/statement.ts';
import type { Log } from '../log.ts';
import { countJob } from '../operations/metrics.ts';

/** Every job and its payload. */
export interface JobPayloads {
  make_variants: { snapshotId: string; version: number };
  /** A comment was posted, at this revision of its snapshot's password. */
  /** `reopens`: the comment is a reply that reopened its thread. */
  announce_comment: { commentId: string; wasPending: boolean; passwordRevision: number; reopens: boolean };
  sweep: Record<string, never>;
  /** A password reset was requested for this address, which only this installation can decrypt. */
  mail_reset_link: { sealed: string };
  /** An email that only this installation can decrypt. */
  send_mail: { messageId: string; sealed: string; reviewerId?: string };
  send_digests: Record<string, never>;
  mail_comments: Record<string, never>;
  warn_of_expiry: Record<string, never>;
  remove_expired: Record<string, never>;
  remind_reviewers: Record<string, never>;
  return_threads: Record<string, never>;
  forget_old: Record<string, never>;
  roll_up_analytics: Record<string, never>;
  change_snapshots: { changeId: string };
  delete_accounts: Record<string, never>;
  /** Something happened to this customer of the payment provider. */
  apply_billing: { customerId: string; isTrialEnding: boolean };
  /** More than one subscription of this customer is running. */
  end_duplicates: { customerId: string };
  /** The name or the address of this account has changed. */
  update_customer: { userId: string };
  /** Its account was deleted. */
  delete_customer: { customerId: string };
  reconcile_billing: Record<string, never>;
  /** An attempt to deliver an event to a webhook; attempts that were made are numbered from 0. */
  deliver_webhook: { deliveryId: string; attempt: number };
  announce_lateness: Record<string, never>;
  read_issue_states: Record<string, never>;
  /** A notification for the browser of a session. */
  send_push: { sessionId: string; notificationId: string };
}
export type JobName = keyof JobPayloads;

/** Must be idempotent: a handler may run twice for one job. On abort it should stop soon; the job is retried. */
export type JobHandlers = { [N in JobName]: Handle<N> };
type Handle<N extends JobName> = (work: Work<N>, signal: AbortSignal) => Promise<void>;
/** What a handler gets: the payloads of all jobs that it does together, or that of one. */
type Work<N extends JobName> = N extends keyof typeof TOGETHER ? JobPayloads[N][] : JobPayloads[N];
type QueuedJob<N extends JobName> = Pick<Job<JobPayloads[N]>, 'id' | 'data'>;

/** When a job starts, and with which others it shares a place (see `PARALLEL`). */
interface JobTerms {
  startAfter?: Date;
  group?: string;
}

export interface Jobs {
  /** Enqueues the job if and when the transaction commits. */
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N], terms?: JobTerms): Promise<void>;
  /** Processes these jobs, or all. */
  start(handlers: JobHandlers, names?: readonly JobName[]): Promise<void>;
  /** Stops accepting jobs, aborts the running ones and waits for them. */
  stop(): Promise<void>;
  /** Runs every queued job to its end and throws the first error. For tests. */
  drain(handlers: JobHandlers): Promise<void>;
}

type QueueSettings = Omit<Queue, 'name'>;

/** A killed worker sends no heartbeat, so another worker takes over its job. */
const HEARTBEAT_SECONDS = 30;
const COMMON: QueueSettings = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS };
/** Scheduled jobs: at most one queued or running. A job whose process was killed restarts soon. */
const ROUTINE: QueueSettings = {
  ...COMMON,
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 3600,
  deleteAfterSeconds: 7 * 86_400,
};
/** Work that follows a change: may take long and is retried for about an hour. */
const FOLLOW_UP: QueueSettings = {
  ...COMMON,
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 3600,
  deleteAfterSeconds: 86_400,
};
/** A payment provider that is down for some hours loses nothing. */
const PROVIDER: QueueSettings = {
  ...COMMON,
  retryLimit: 30,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  deleteAfterSeconds: 86_400,
};
const QUEUES: Record<JobName, QueueSettings> = {
  make_variants: FOLLOW_UP,
  announce_comment: FOLLOW_UP,
  sweep: { ...ROUTINE, expireInSeconds: 3 * 3600 },
  send_digests: ROUTINE,
  mail_comments: ROUTINE,
  warn_of_expiry: ROUTINE,
  remove_expired: ROUTINE,
  remind_reviewers: ROUTINE,
  return_threads: ROUTINE,
  forget_old: ROUTINE,
  roll_up_analytics: ROUTINE,
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
  // Repeats attempts that did not come to an end. Those that failed have a schedule of their own.
  deliver_webhook: {
    ...COMMON,
    retryLimit: 30,
    retryDelay: 5,
    expireInSeconds: 60,
    deleteAfterSeconds: 86_400,
  },
  announce_lateness: ROUTINE,
  read_issue_states: ROUTINE,
  // Later, a notification is no news.
  send_push: {
    ...COMMON,
    retryLimit: 6,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  },
  reconcile_billing: ROUTINE,
  apply_billing: PROVIDER,
  end_duplicates: PROVIDER,
  update_customer: PROVIDER,
  delete_customer: PROVIDER,
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
/** Jobs that wait at the same time and are done together, so many at most. A failure of some is not one of the others. */
const TOGETHER = { announce_comment: 50 } as const;
const isTogether = (name: JobName): name is keyof typeof TOGETHER => name in TOGETHER;

type Parallel = Pick<
  WorkOptions,
  'localConcurrency' | 'localGroupConcurrency' | 'notifyPollingIntervalSeconds'
>;
/** Jobs that wait for others’ servers: so many run at once in a process, but only some of one group. */
const PARALLEL: Partial<Record<JobName, Parallel>> = {
  deliver_webhook: { localConcurrency: 8, localGroupConcurrency: 2, notifyPollingIntervalSeconds: 5 },
  send_push: { localConcurrency: 8, localGroupConcurrency: 2, notifyPollingIntervalSeconds: 5 },
};
const SCHEDULES: Partial<Record<JobName, string>> = {
  sweep: '17 * * * *',
  // Mornings begin at a quarter of an hour in some time zones.
  send_digests: '*/15 * * * *',
  mail_comments: '* * * * *',
  warn_of_expiry: '*/10 * * * *',
  remove_expired: '27 * * * *',
  remind_reviewers: '*/10 * * * *',
  return_threads: '* * * * *',
  announce_lateness: '*/5 * * * *',
  read_issue_states: '7 * * * *',
  forget_old: '47 * * * *',
  roll_up_analytics: '*/5 * * * *',
  reconcile_billing: '37 3 * * *',
  // The next run finds an account that is closed during this one.
  delete_accounts: '*/10 * * * *',
};
export const JOB_NAMES = Object.keys(QUEUES) as JobName[];

/**
 * Delays compression so that the reply and the first page view come first, and announcements so that more comments are
 * announced together.
 */
const HEAD_START_MS: Partial<Record<JobName, number>> = { make_variants: 300, announce_comment: 100 };

/** Notifications wake the workers; polling is a fallback. */
const POLL_SECONDS = 2;
const NOTIFIED_POLL_SECONDS = 30;
const STOP_MS = 10_000;

/** Creates or migrates the queue's schema. */
export async function prepareJobs(db: Db): Promise<void> {
  const boss = new PgBoss({ db: fromKnex(db), supervise: false, schedule: false });
  await boss.start();
  try {
    // A former release may have scheduled jobs that this one does not have.
    const isKnown = (name: string) => (JOB_NAMES as string[]).includes(name);
    for (const { name } of await boss.getSchedules()) if (!isKnown(name)) await boss.unschedule(name);
    for (const name of JOB_NAMES) {
      const { policy, ...settings } = QUEUES[name];
      await boss.createQueue(name, { policy, ...settings });
      await boss.updateQueue(name, settings); // a queue of an older release keeps its policy otherwise
      const schedule = SCHEDULES[name];
      // Run a missed schedule once as soon as a process is up.
      if (schedule) await boss.schedule(name, schedule, {}, { missed: 'once' });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

function openBoss(databaseUrl: string, log: Log): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'stagelink jobs',
    max: CONNECTIONS.queue,
    useListenNotify: true,
    cronWorkerIntervalSeconds: 30,
  });
  // The queue retries; a failing job is reported separately.
  boss.on('error', (cause) => log.warn({ err: cause }, 'the job queue reported an error'));
  boss.on('warning', (warning) => log.warn(warning, 'the job queue reported a warning'));
  return boss;
}

const sending = statementsByText('jobs_send', numberedStatement);

/** Sends jobs in a transaction. The statement of a queue is so long that planning it costs more than running it. */
const sendingIn = (tx: Tx): QueueDb => ({
  executeSql: async (text, values = []) => ({ rows: await sending(text)(tx, values) }),
});

class JobQueue implements Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #started: Promise<PgBoss> | undefined;

  constructor(boss: PgBoss, log: Log) {
    this.#boss = boss;
    this.#log = log;
  }

  async enqueue<N extends JobName>(
    tx: Tx,
    name: N,
    payload: JobPayloads[N],
    { startAfter, group }: JobTerms = {},
  ): Promise<void> {
    await this.#connect();
    await this.#boss.send(name, payload, {
      db: sendingIn(tx),
      ...(startAfter && { startAfter }),
      ...(group !== undefined && { group: { id: group } }),
    });
  }

  async start(handlers: JobHandlers, names: readonly JobName[] = JOB_NAMES): Promise<void> {
    await this.#connect();
    for (const name of names) await this.#work(name, handlers);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ timeout: STOP_MS });
  }

  async drain(handlers: JobHandlers): Promise<void> {
    await this.#connect();
    for (let names = await this.#queued(); names.length > 0; names = await this.#queued()) {
      for (const name of names) while (await this.#drainOne(name, handlers));
    }
  }

  #connect(): Promise<PgBoss> {
    this.#started ??= this.#boss.start().catch((cause: unknown) => {
      this.#started = undefined; // the next call tries again
      throw cause;
    });
    return this.#started;
  }

  async #work<N extends JobName>(name: N, handlers: JobHandlers): Promise<void> {
    const parallel: Parallel = PARALLEL[name] ?? {};
    const options = {
      batchSize: isTogether(name) ? TOGETHER[name] : 1,
      perJobResults: true as const,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
      ...parallel,
    };
    const worker: string = await this.#boss.work(name, options, async (jobs: Job<JobPayloads[N]>[]) => {
      // Jobs enqueued together cause one notification, so check again after each job until the queue is empty.
      this.#boss.notifyWorker(worker);
      const signal = AbortSignal.any([...jobs.map((job) => job.signal), this.#stopping.signal]);
      return this.#runAll(name, jobs, handlers[name], signal);
    });
  }

  /** Runs jobs together, and after a failure each alone. */
  async #runAll<N extends JobName>(
    name: N,
    jobs: QueuedJob<N>[],
    handle: Handle<N>,
    signal: AbortSignal,
  ): Promise<JobResult[]> {
    const headStart = HEAD_START_MS[name] ?? 0;
    const together = await this.#resultsOf(name, jobs, signal, async (work) => {
      if (headStart > 0) await wait(headStart, undefined, { signal });
      await handle(work, signal);
    });
    const hasFailed = together.some(({ status }) => status === 'failed');
    if (!hasFailed || jobs.length === 1 || signal.aborted) return together;
    const results: JobResult[] = [];
    for (const job of jobs) results.push(...(await this.#resultsOf(name, [job], signal, handle)));
    return results;
  }

  async #resultsOf<N extends JobName>(
    name: N,
    jobs: QueuedJob<N>[],
    signal: AbortSignal,
    handle: Handle<N>,
  ): Promise<JobResult[]> {
    try {
      await this.#run(name, jobs, handle, signal);
      return jobs.map(({ id }) => ({ id, status: 'completed' }));
    } catch (cause) {
      const output = cause instanceof Error ? cause : new Error(String(cause));
      return jobs.map(({ id }) => ({ id, status: 'failed', output }));
    }
  }

  async #run<N extends JobName>(
    name: N,
    jobs: QueuedJob<N>[],
    handle: Handle<N>,
    signal: AbortSignal,
  ): Promise<void> {
    const startedAt = performance.now();
    const took = () => performance.now() - startedAt;
    const ids = jobs.map(({ id }) => id);
    const payloads = jobs.map(({ data }) => data);
    try {
      await handle((isTogether(name) ? payloads : payloads[0]) as Work<N>, signal);
    } catch (cause) {
      const isInterrupted = this.#stopping.signal.aborted;
      countJob(name, isInterrupted ? 'interrupted' : 'failed', took() / 1000);
      if (isInterrupted) this.#log.info({ job: name, ids }, 'job interrupted, will run again');
      else this.#log.error({ job: name, ids, err: cause }, 'job failed');
      throw cause;
    }
    countJob(name, 'done', took() / 1000);
    this.#log.info({ job: name, ids, ms: Math.round(took()) }, 'job done');
  }

  /** The names of the jobs that wait, in one query. */
  async #queued(): Promise<JobName[]> {
    const { rows } = await this.#boss
      .getDb()
      .executeSql(`select distinct name from pgboss.job where state in ('created', 'retry')`);
    const names = new Set((rows as { name: string }[]).map(({ name }) => name));
    return JOB_NAMES.filter((name) => names.has(name));
  }

  async #drainOne<N extends JobName>(name: N, handlers: JobHandlers): Promise<boolean> {
    const [job] = await this.#boss.fetch<JobPayloads[N]>(name, { ignoreStartAfter: true });
    if (!job) return false;
    try {
      await this.#run(name, [job], handlers[name], this.#stopping.signal);
    } catch (cause) {
      await this.#boss.fail(name, job.id);
      throw cause;
    }
    await this.#boss.complete(name, job.id);
    return true;
  }
}

/** A job queue in Postgres. Connects on first use. */
export const createJobs = (databaseUrl: string, log: Log): Jobs =>
  new JobQueue(openBoss(databaseUrl, log), log);
