import type { Runtime } from '@stagelink/shared/client/runtime';
import pLimit from 'p-limit';
import type { FolderQuestion } from '../protocol/folders.ts';
import { toProblem } from './errors.ts';
import type { Cause, Effect, FolderEvent } from './folderMachine/states.ts';
import type { Folders } from './folders.ts';
import type { FolderStager, StageConclusion } from './folderStager.ts';
import { questionKey } from './stageRun.ts';
import type { QueueTable } from './store/queue.ts';

/** More concurrent builds slow each other down. */
const AT_ONCE = 2;

type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;

type Crash = Extract<FolderEvent, { type: 'crashed' }>;

/** Only the store can fail while a stage ends; the folder shows it if possible. */
const crashed = (thrown: unknown): Crash => ({ type: 'crashed', problem: toProblem(thrown) });

interface Running {
  abort: AbortController;
  ended: Promise<void>;
}

export interface StagesOptions {
  folders: Folders;
  queue: QueueTable;
  stager: FolderStager;
  runtime: Runtime;
  send: (folderId: string, event: FolderEvent) => void;
  /** A stage no longer reads the folder. */
  onEnded: (folderId: string) => void;
}

const isCancelled = (event: StageConclusion): boolean =>
  event.type === 'deferred' ? event.obstacle === 'cancelled' : event.ending.kind === 'cancelled';

/** A stage that the end of the engine cancelled runs after its next start. */
const postponed = (event: StageConclusion): StageConclusion =>
  isCancelled(event)
    ? { type: 'deferred', obstacle: 'stopping', cause: event.cause, since: event.since }
    : event;

/** Runs stages, a few at once, and queues those that cannot run now. */
export class Stages {
  readonly #running = new Map<string, Running>();
  readonly #limit = pLimit(AT_ONCE);
  readonly #options: StagesOptions;
  /** Waits of folders whose server takes no more for a while. */
  readonly #waiting = new Map<string, AbortController>();
  /** Answers of the user since the start, by folder and question. */
  readonly #answers = new Map<string, Map<string, boolean>>();
  #isStopping = false;

  constructor(options: StagesOptions) {
    this.#options = options;
  }

  /** Stages a folder when a slot is free; a running stage continues. `agreed` holds for this stage only. */
  begin(folderId: string, cause: Cause, agreed: readonly string[] = []): void {
    const { folders, send } = this.#options;
    folders.get(folderId);
    if (!this.#isStopping) send(folderId, { type: 'requested', cause, agreed });
  }

  /** Runs the queued stages of this account. */
  flush(accountId: string): void {
    const { queue, folders } = this.#options;
    for (const { folderId } of queue.all())
      if (folders.find(folderId)?.accountId === accountId && !this.#waiting.has(folderId))
        this.begin(folderId, 'queue');
  }

  run(folderId: string, { cause, agreed }: EffectOf<'stage'>): void {
    const abort = new AbortController();
    const answers = this.#answers.get(folderId) ?? new Map<string, boolean>();
    const order = { cause, agreed, answers, signal: abort.signal };
    const ended = this.#limit(() => this.#options.stager.stage(folderId, order))
      .catch(crashed)
      .then((event) => this.#conclude(folderId, event));
    this.#running.set(folderId, { abort, ended });
  }

  abort(folderId: string): void {
    this.#running.get(folderId)?.abort.abort();
  }

  answer(folderId: string, question: FolderQuestion, isYes: boolean): void {
    const answers = this.#answers.get(folderId) ?? new Map<string, boolean>();
    this.#answers.set(folderId, answers.set(questionKey(question), isYes));
  }

  /** Keeps the cause and the time of an earlier request. */
  enqueue(folderId: string, { cause, since, seconds }: EffectOf<'enqueue'>): void {
    this.#options.queue.add({ folderId, cause, since });
    if (seconds === null) return;
    this.#waiting.get(folderId)?.abort();
    const waiting = new AbortController();
    this.#waiting.set(folderId, waiting);
    void this.#beginAfter(folderId, seconds * 1000, waiting);
  }

  dequeue(folderId: string): void {
    this.#options.queue.remove(folderId);
    this.#waiting.get(folderId)?.abort();
  }

  /** Cancels the folder's stage and resolves when nothing of it runs. */
  async end(folderId: string): Promise<void> {
    this.#waiting.get(folderId)?.abort();
    this.abort(folderId);
    await this.#running.get(folderId)?.ended;
  }

  /** Ends every stage in order. Running ones continue after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const waiting of this.#waiting.values()) waiting.abort();
    await Promise.all([...this.#running.keys()].map((folderId) => this.end(folderId)));
  }

  #conclude(folderId: string, event: StageConclusion | Crash | null): void {
    const { send, onEnded } = this.#options;
    // Removed first, because a listener may start the next stage.
    this.#running.delete(folderId);
    if (!event) return;
    onEnded(folderId);
    try {
      send(folderId, this.#isStopping && event.type !== 'crashed' ? postponed(event) : event);
    } catch (thrown) {
      send(folderId, crashed(thrown));
    }
  }

  async #beginAfter(folderId: string, milliseconds: number, waiting: AbortController): Promise<void> {
    const { queue, runtime } = this.#options;
    // Being ended is not a fault: it is looked at below.
    await runtime.sleep(milliseconds, waiting.signal).catch(() => {});
    if (this.#waiting.get(folderId) === waiting) this.#waiting.delete(folderId);
    if (!waiting.signal.aborted && queue.of(folderId)) this.begin(folderId, 'queue');
  }
}
