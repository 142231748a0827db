import { Worker } from 'node:worker_threads';
import type { StageEvent } from '@stagelink/shared/staging/events';
import type { Found } from '../looking.ts';
import type { FolderPresence } from '../presence.ts';
import type { StageEnd, StageJob } from '../stageRun.ts';
import type { FolderWork, FromThread, LookJob, ToThread } from './folderWork.ts';

/** How long a thread may be silent, counted in checks: while the machine sleeps there are none. */
export interface ThreadLimits {
  checkMs: number;
  /** Then the folder itself is asked for; where that does not answer either, its disk is gone. */
  doubtful: number;
  /** Then its disk counts as gone, although the folder itself answers. */
  lost: number;
  /** Then it is not waited for any more where its work is to be ended. */
  aborted: number;
}

const LIMITS: ThreadLimits = { checkMs: 1_000, doubtful: 5, lost: 60, aborted: 3 };

/** In the package, it lies beside the engine. */
const SCRIPT = new URL(import.meta.url.endsWith('.ts') ? 'thread.ts' : 'thread.js', import.meta.url);

/** A thread that reads folders, one after the other. */
interface Thread {
  worker: Worker;
  pulse: Int32Array;
}

interface Task {
  folder: string;
  message: ToThread;
  hear: (event: StageEvent) => void;
  signal: AbortSignal | null;
}

function startThread(): Thread {
  const pulse = new Int32Array(new SharedArrayBuffer(4));
  return { worker: new Worker(SCRIPT, { workerData: { pulse } }), pulse };
}

/**
 * Reads folders in threads of their own: a call to a disk that does not answer holds its thread, and nothing else. What
 * it holds for too long is left. One thread is kept for what comes next.
 */
export class FolderThreads implements FolderWork {
  private readonly presence: FolderPresence;
  private readonly limits: ThreadLimits;
  private spare: Thread | null = null;
  private held = 0;
  private isClosed = false;

  constructor(presence: FolderPresence, limits: Partial<ThreadLimits> = {}) {
    this.presence = presence;
    this.limits = { ...LIMITS, ...limits };
  }

  stage(
    job: StageJob,
    hear: (event: StageEvent) => void,
    signal: AbortSignal,
  ): Promise<StageEnd | 'unreachable'> {
    const message: ToThread = { type: 'stage', job };
    return this.run({ folder: job.folder.path, message, hear, signal }) as Promise<StageEnd | 'unreachable'>;
  }

  look(job: LookJob): Promise<Found | 'unreachable'> {
    const message: ToThread = { type: 'look', job };
    const task = { folder: job.folder.path, message, hear: () => {}, signal: null };
    return this.run(task) as Promise<Found | 'unreachable'>;
  }

  isHeld(): boolean {
    return this.held > 0;
  }

  close(): void {
    this.isClosed = true;
    void this.spare?.worker.terminate();
    this.spare = null;
  }

  private async run(task: Task): Promise<unknown> {
    const thread = this.spare ?? startThread();
    this.spare = null;
    const over = new AbortController();
    const ended = this.answerOf(thread, task, over.signal);
    const abort = (): void => thread.worker.postMessage({ type: 'abort' } satisfies ToThread);
    if (task.signal?.aborted) abort();
    task.signal?.addEventListener('abort', abort, { signal: over.signal });
    try {
      const value = await Promise.race([ended, this.silence(thread, task, over.signal)]);
      if (value === 'unreachable') this.leave(thread, task.folder);
      else this.keep(thread);
      return value;
    } finally {
      over.abort();
    }
  }

  /** What the thread answers; rejects when it ends without an answer. */
  private answerOf({ worker }: Thread, { message, hear }: Task, over: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const take = (told: FromThread): void => {
        if (told.type === 'event') hear(told.event);
        else resolve(told.value);
      };
      const fail = (cause: unknown): void =>
        reject(cause instanceof Error ? cause : new Error('The thread that reads the folder ended.'));
      worker.on('message', take).on('error', fail).on('exit', fail);
      over.addEventListener('abort', () => {
        worker.off('message', take).off('error', fail).off('exit', fail);
        // An abandoned run may still fail. Its result is not needed.
        worker.on('error', () => {});
      });
      worker.postMessage(message);
    });
  }

  /** Resolves when the thread has been silent for too long. */
  private silence({ pulse }: Thread, { folder, signal }: Task, over: AbortSignal): Promise<'unreachable'> {
    const { checkMs, doubtful, lost, aborted } = this.limits;
    return new Promise((resolve) => {
      let last = -1;
      let missed = 0;
      const check = async (): Promise<void> => {
        const now = Atomics.load(pulse, 0);
        missed = now === last ? missed + 1 : 0;
        last = now;
        const isLost = missed >= (signal?.aborted ? aborted : lost);
        if (isLost || (missed >= doubtful && (await this.presence.check(folder)) === 'unreachable'))
          resolve('unreachable');
      };
      const timer = setInterval(() => void check(), checkMs);
      over.addEventListener('abort', () => clearInterval(timer));
    });
  }

  /** The folder counts as not reachable until the call that holds the thread comes back. */
  private leave({ worker }: Thread, folder: string): void {
    const release = this.presence.hold(folder);
    this.held += 1;
    worker.once('exit', () => {
      this.held -= 1;
      release();
    });
    void worker.terminate();
  }

  private keep(thread: Thread): void {
    if (this.isClosed || this.spare) void thread.worker.terminate();
    else this.spare = thread;
  }
}
