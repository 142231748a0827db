import { Worker } from 'node:worker_threads';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { Found } from '../detectFolder.ts';
import type { Interrupted, RecordedFolder } from '../folderRecord.ts';
import type { FolderPresence } from '../folderWatchdog.ts';
import type { StageEnd, StageJob } from '../stageRun.ts';
import type { FolderWork, FromThread, LookJob, ToThread } from './folderWork.ts';

/** Numbers of checks without a sign of life; there are none while the computer sleeps. */
export interface ThreadLimits {
  checkMs: number;
  /** Then the folder itself is checked; without a response, its disk counts as gone. */
  doubtful: number;
  /** Then its disk counts as gone even though the folder responds. */
  lost: number;
  /** Then cancelled work is abandoned. */
  aborted: number;
}

const LIMITS: ThreadLimits = { checkMs: 1_000, doubtful: 5, lost: 60, aborted: 3 };

/** The script is next to the engine in the package. */
const SCRIPT = new URL(import.meta.url.endsWith('.ts') ? 'thread.ts' : 'thread.js', import.meta.url);

/** Thread that reads one folder at a time. */
interface Thread {
  worker: Worker;
  pulse: Int32Array;
}

interface Task {
  folder: string;
  message: ToThread;
  onEvent: (event: StageEvent) => void;
  signal: AbortSignal | null;
}

function startThread(): Thread {
  const pulse = new Int32Array(new SharedArrayBuffer(4));
  return { worker: new Worker(SCRIPT, { workerData: { pulse } }), pulse };
}

/**
 * Reads folders in threads, so an unresponsive disk blocks only its thread. Abandons a thread that is
 * blocked for too long and keeps one idle thread for reuse.
 */
export class FolderThreads implements FolderWork {
  readonly #presence: FolderPresence;
  readonly #limits: ThreadLimits;
  #spare: Thread | null = null;
  #held = 0;
  #isClosed = false;

  constructor(presence: FolderPresence, limits: Partial<ThreadLimits> = {}) {
    this.#presence = presence;
    this.#limits = { ...LIMITS, ...limits };
  }

  stage(
    job: StageJob,
    onEvent: (event: StageEvent) => void,
    signal: AbortSignal,
  ): Promise<StageEnd | 'unreachable'> {
    const message: ToThread = { type: 'stage', job };
    return this.#run({ folder: job.folder.path, message, onEvent, signal }) as Promise<
      StageEnd | 'unreachable'
    >;
  }

  look(job: LookJob): Promise<Found | 'unreachable'> {
    const message: ToThread = { type: 'look', job };
    const task = { folder: job.folder.path, message, onEvent: () => {}, signal: null };
    return this.#run(task) as Promise<Found | 'unreachable'>;
  }

  settle(recorded: RecordedFolder): Promise<Interrupted | 'unreachable'> {
    const message: ToThread = { type: 'settle', job: recorded };
    const task = { folder: recorded.folder.path, message, onEvent: () => {}, signal: null };
    return this.#run(task) as Promise<Interrupted | 'unreachable'>;
  }

  isHeld(): boolean {
    return this.#held > 0;
  }

  close(): void {
    this.#isClosed = true;
    void this.#spare?.worker.terminate();
    this.#spare = null;
  }

  async #run(task: Task): Promise<unknown> {
    const thread = this.#spare ?? startThread();
    this.#spare = null;
    const over = new AbortController();
    const ended = this.#answerOf(thread, task, over.signal);
    const abort = (): void => thread.worker.postMessage({ type: 'abort' } satisfies ToThread);
    if (task.signal?.aborted) abort();
    task.signal?.addEventListener('abort', abort, { signal: over.signal });
    try {
      const value = await Promise.race([ended, this.#silence(thread, task, over.signal)]);
      if (value === 'unreachable') this.#leave(thread, task.folder);
      else this.#keep(thread);
      return value;
    } finally {
      over.abort();
    }
  }

  /** Returns the thread's result; rejects when it ends without one. */
  #answerOf({ worker }: Thread, { message, onEvent }: Task, over: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const take = (message: FromThread): void => {
        if (message.type === 'event') onEvent(message.event);
        else resolve(message.value);
      };
      const fail = (cause: unknown): void =>
        reject(cause instanceof Error ? cause : new Error('The thread that reads the folder ended.'));
      worker.on('message', take).on('error', fail).on('exit', fail);
      over.addEventListener('abort', () => {
        worker.off('message', take).off('error', fail).off('exit', fail);
        // An abandoned run may still fail; its result is not needed.
        worker.on('error', () => {});
      });
      worker.postMessage(message);
    });
  }

  /** Resolves when the thread gave no sign of life for too long. */
  #silence({ pulse }: Thread, { folder, signal }: Task, over: AbortSignal): Promise<'unreachable'> {
    const { checkMs, doubtful, lost, aborted } = this.#limits;
    return new Promise((resolve) => {
      let last = -1;
      let missed = 0;
      const check = async (): Promise<void> => {
        const now = Atomics.load(pulse, 0);
        missed = now === last ? missed + 1 : 0;
        last = now;
        const isLost = missed >= (signal?.aborted ? aborted : lost);
        if (isLost || (missed >= doubtful && (await this.#presence.check(folder)) === 'unreachable'))
          resolve('unreachable');
      };
      const timer = setInterval(() => void check(), checkMs);
      over.addEventListener('abort', () => clearInterval(timer));
    });
  }

  /** Marks the folder as unreachable until the blocked call returns. */
  #leave({ worker }: Thread, folder: string): void {
    const release = this.#presence.markUnreachable(folder);
    this.#held += 1;
    worker.once('exit', () => {
      this.#held -= 1;
      release();
    });
    void worker.terminate();
  }

  #keep(thread: Thread): void {
    if (this.#isClosed || this.#spare) void thread.worker.terminate();
    else this.#spare = thread;
  }
}
