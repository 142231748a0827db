import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { createClient, type Send } from '@stagelink/shared/client/call';
import type { BuildLimits } from '@stagelink/shared/staging/node/build';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { Runtime } from '@stagelink/shared/client/runtime';
import { describeEvent as say } from '@stagelink/shared/staging/core/describeEvent';
import type { Folder, FolderState, LogLine, Problem, StageRecord } from '../protocol/folders.ts';
import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import type { Connections } from './connections.ts';
import type { EmitSignal } from '../protocol/engine.ts';
import type { LoginEnvironment } from './environment.ts';
import type { Folders } from './folders.ts';
import type { Logs } from './log.ts';
import type { PinResult, PinVerifier } from './pinVerification.ts';
import type { FolderPresence, Presence } from './folderWatchdog.ts';
import { toProblem } from './errors.ts';
import type { EngineAccount } from '../protocol/engine.ts';
import { type Outcome, outcomeOf, questionKey, type StageEnd } from './stageRun.ts';
import type { Store } from './store/open.ts';
import type { FolderWork } from './work/folderWork.ts';
import type { HashChanges } from './work/stageHashes.ts';

type Cause = StageRecord['cause'];

/** More concurrent builds slow each other down. */
const AT_ONCE = 2;

interface Running {
  abort: AbortController;
  /** Fingerprints that the user agreed to for this stage. */
  agreed: readonly string[];
  ended: Promise<void>;
}

/** Observer of what a stage does to the folder's files. */
export interface StageWatcher {
  began: (folderId: string) => void;
  onEvent: (folderId: string, event: StageEvent) => void;
  /** The folder may be staged again. */
  ended: (folderId: string) => void;
}

export interface StagesOptions {
  store: Store;
  folders: Folders;
  logs: Logs;
  connections: Connections;
  pinChecks: PinVerifier;
  emit: EmitSignal;
  environment: LoginEnvironment;
  presence: FolderPresence;
  work: FolderWork;
  runtime: Runtime;
  watcher: StageWatcher;
  buildLimits?: BuildLimits | undefined;
  linksFolder?: string | undefined;
}

/** Runs stages: one per folder, a few at once, and queues those that cannot run now. */
export class Stages {
  readonly #running = new Map<string, Running>();
  readonly #limit = pLimit(AT_ONCE);
  readonly #options: StagesOptions;
  readonly #limited = new Map<string, AbortController>();
  /** Answers of the user since the start, by folder and question. */
  readonly #answers = new Map<string, Map<string, boolean>>();
  #isStopping = false;

  constructor(options: StagesOptions) {
    this.#options = options;
  }

  isRunning(folderId: string): boolean {
    return this.#running.has(folderId);
  }

  /** Stages a folder when a slot is free; a running stage continues. `agreed` holds for this stage only. */
  begin(folderId: string, cause: Cause, agreed: readonly string[] = []): void {
    if (this.#isStopping || this.#running.has(folderId)) return;
    this.#options.folders.get(folderId);
    const abort = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const running = { abort, ended, agreed };
    this.#running.set(folderId, running);
    this.#setState(folderId, step('reading', 'Queued…'));
    const work = this.#limit(() => this.#work(folderId, cause, abort.signal));
    void work
      // Only the store can fail here; the folder shows it if possible.
      .catch((thrown: unknown) => this.#setState(folderId, { kind: 'failed', problem: toProblem(thrown) }))
      .finally(() => {
        if (this.#running.get(folderId) === running) this.#running.delete(folderId);
        resolve();
        if (!this.#isStopping) this.#options.watcher.ended(folderId);
      });
  }

  /** Stages again with the user's answer. Without keys there is nothing to stage. */
  decide(folderId: string, isYes: boolean): void {
    const { state } = this.#options.folders.get(folderId);
    if (state.kind !== 'deciding') return;
    const { question } = state;
    if (question.kind === 'secrets' && !isYes) return this.#setState(folderId, { kind: 'idle' });
    const answers = this.#answers.get(folderId) ?? new Map<string, boolean>();
    this.#answers.set(folderId, answers.set(questionKey(question), isYes));
    this.begin(folderId, 'person');
  }

  /** Runs the queued stages of this account. */
  flush(accountId: string): void {
    const { store, folders } = this.#options;
    for (const { folderId } of store.queue.all()) {
      if (folders.find(folderId)?.accountId === accountId && !this.#limited.has(folderId))
        this.begin(folderId, 'queue');
    }
  }

  /** Reports what became of the stages of this account that the end of the previous engine interrupted. */
  settleInterrupted(accountId: string): void {
    for (const folder of this.#options.folders.all()) {
      if (folder.accountId === accountId && isInterrupted(folder)) void this.#settle(folder);
    }
  }

  /** Cancels the folder's running or queued stage. */
  cancel(folderId: string): void {
    const { store, folders } = this.#options;
    const { state } = folders.get(folderId);
    store.queue.remove(folderId);
    this.#limited.get(folderId)?.abort();
    const running = this.#running.get(folderId);
    if (running) running.abort.abort();
    else if (state.kind === 'queued' || state.kind === 'signedOut' || isQuestion(state))
      this.#setState(folderId, { kind: 'idle' });
  }

  /** Cancels the folder's stage and resolves when nothing of it runs. */
  async end(folderId: string): Promise<void> {
    this.#limited.get(folderId)?.abort();
    const running = this.#running.get(folderId);
    running?.abort.abort();
    await running?.ended;
  }

  /** Ends every stage in order. Running ones continue after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const waiting of this.#limited.values()) waiting.abort();
    await Promise.all([...this.#running.keys()].map((folderId) => this.end(folderId)));
  }

  async #settle(folder: Folder): Promise<void> {
    const { connections, folders, linksFolder, logs, runtime, work } = this.#options;
    const account = connections.account(folder.accountId);
    const settled = account && (await work.settle({ folder, account, linksFolder }));
    const current = folders.find(folder.id);
    if (!settled || settled === 'unreachable' || !current || !isInterrupted(current)) return;
    if (settled.kind !== 'published') return this.#setState(folder.id, interrupted(settled.kind));
    const { link } = settled;
    logs.add(folder.id, { kind: 'done', text: `It was published before the companion quit: ${link.url}` });
    logs.flush();
    folders.change(folder.id, { link, lastStagedAt: runtime.epochMs(), state: { kind: 'idle' } });
  }

  #setState(folderId: string, state: FolderState): void {
    this.#options.folders.setState(folderId, state);
  }

  async #work(folderId: string, cause: Cause, signal: AbortSignal): Promise<void> {
    const { folders, connections, presence } = this.#options;
    const folder = folders.find(folderId);
    if (!folder) return;
    const found = await presence.check(folder.path);
    if (signal.aborted) return this.#stopped(folderId, cause);
    if (found !== 'there') return this.#enqueueUnreachable(folderId, cause, found);
    if (!connections.sendOf(folder.accountId)) return this.#enqueue(folderId, cause, 'signedOut');
    const canTry = connections.isUsable(folder.accountId) || cause === 'person';
    if (!canTry || !(connections.isUsable(folder.accountId) || (await connections.retry(folder.accountId))))
      return this.#enqueue(folderId, cause, 'queued');
    const account = connections.account(folder.accountId);
    const send = connections.sendOf(folder.accountId);
    if (!account || !send) return this.#enqueue(folderId, cause, 'signedOut');

    await this.#stage(folder, cause, account, send, signal);
  }

  async #stage(
    folder: Folder,
    cause: Cause,
    account: EngineAccount,
    send: Send,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, logs, presence, environment, watcher, runtime } = this.#options;
    logs.begin(folder.id);
    store.running.add(folder.id);
    const startedAt = runtime.epochMs();
    const began = runtime.monotonicMs();
    this.#setState(folder.id, step('reading', 'Checking the folder…'));
    watcher.began(folder.id);
    let end = await this.#run(folder, cause, account, signal);
    // The program may have been installed since the shell ran, or the shell may have been late.
    if (isProgramMissing(end) && (await environment.refresh()))
      end = await this.#run(folder, cause, account, signal);
    const outcome = end === 'unreachable' ? null : await this.#verifyPins(folder, end.outcome, send, signal);
    logs.flush();
    const found = outcome?.kind === 'failed' ? await presence.check(folder.path) : 'there';
    store.running.remove(folder.id);
    // Removed first, because a listener may start the next stage.
    this.#running.delete(folder.id);
    // The folder was removed while it was staged.
    if (!this.#options.folders.find(folder.id)) return;
    if (end === 'unreachable' || outcome === null)
      return signal.aborted
        ? this.#stopped(folder.id, cause)
        : this.#enqueueUnreachable(folder.id, cause, 'unreachable');
    if (found !== 'there') return this.#enqueueUnreachable(folder.id, cause, found);
    const record = { startedAt, milliseconds: Math.round(runtime.monotonicMs() - began), cause };
    this.#conclude(folder, outcome, record, end.hashes);
  }

  /** Stages once, up to a version that may need its pins verified. */
  async #run(
    folder: Folder,
    cause: Cause,
    account: EngineAccount,
    signal: AbortSignal,
  ): Promise<StageEnd | 'unreachable'> {
    const { store, environment, watcher, work } = this.#options;
    const wantedBy = this.#wantedBy(folder.id, cause);
    const lastBranch = store.builtBranches.of(folder.id);
    const job = {
      folder,
      cause,
      account,
      // When the output is watched, the user runs the build.
      build: !(folder.settings.watched === 'output' && wantedBy === 'change'),
      before: folder.link && store.manifests.of(folder.id, folder.link.snapshotId),
      hashes: store.hashes.of(folder.id),
      by: { isPerson: wantedBy === 'person', lastBranch },
      agreed: new Set([...store.agreements.of(folder.id), ...(this.#running.get(folder.id)?.agreed ?? [])]),
      answers: this.#answers.get(folder.id) ?? new Map(),
      environment: await environment.of(folder.path),
      buildLimits: this.#options.buildLimits,
      linksFolder: this.#options.linksFolder,
    };
    const handleEvent = (event: StageEvent): void => {
      this.#handleEvent(folder.id, event);
      watcher.onEvent(folder.id, event);
    };
    const end = await work.stage(job, handleEvent, signal).catch((thrown: unknown) => ({
      // The thread itself ended.
      outcome: outcomeOf(folder, thrown, null),
      hashes: { fresh: new Map(), stale: [] },
      branch: null,
    }));
    if (end !== 'unreachable' && end.branch !== null && end.branch !== lastBranch)
      store.builtBranches.put(folder.id, end.branch);
    return end;
  }

  /** Verifies the pins of a draft that requires it. */
  async #verifyPins(folder: Folder, outcome: Outcome, send: Send, signal: AbortSignal): Promise<Outcome> {
    if (outcome.kind !== 'staged') return outcome;
    const { pinChecks } = this.#options;
    try {
      const looked = await pinChecks.decideDraft(folder, outcome.staged, createClient(send), signal);
      if (looked) this.#options.logs.add(folder.id, lookedLine(looked));
      return { ...outcome, looked };
    } catch (cause) {
      return outcomeOf(folder, cause, outcome.read);
    }
  }

  /** A queued stage keeps its original cause. */
  #wantedBy(folderId: string, cause: Cause): Cause {
    return cause === 'queue' ? (this.#options.store.queue.of(folderId)?.cause ?? cause) : cause;
  }

  #handleEvent(folderId: string, event: StageEvent): void {
    const described = say(event);
    if (described && described.kind !== 'passing')
      this.#options.logs.add(folderId, { kind: described.kind, text: described.text });
    const state = stateOf(event, described?.text ?? '');
    if (state) this.#setState(folderId, state);
  }

  #conclude(
    folder: Folder,
    outcome: Outcome,
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
    hashes: HashChanges,
  ): void {
    switch (outcome.kind) {
      case 'staged':
        return this.#staged(folder, outcome, timing, hashes);
      case 'unchanged':
        this.#options.store.queue.remove(folder.id);
        return this.#setState(folder.id, { kind: 'idle' });
      case 'asking':
        return this.#setState(folder.id, {
          kind: 'asking',
          commands: outcome.commands,
          fingerprints: outcome.fingerprints,
          isCovered: outcome.isCovered,
          ...(outcome.branch === null ? {} : { branch: outcome.branch }),
        });
      case 'deciding':
        return this.#setState(folder.id, { kind: 'deciding', question: outcome.question });
      case 'cancelled':
        if (this.#isStopping) return this.#stopped(folder.id, timing.cause);
        return this.#ended(
          folder,
          { ...timing, outcome: 'cancelled', ...factsOf(outcome), problem: outcome.problem },
          outcome.problem ? { kind: 'failed', problem: outcome.problem } : { kind: 'idle' },
        );
      case 'limited':
        return this.#postpone(folder.id, timing.cause, outcome.seconds);
      case 'failed':
        return this.#failed(folder, outcome, timing);
    }
  }

  #staged(
    folder: Folder,
    outcome: Outcome & { kind: 'staged' },
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
    hashes: HashChanges,
  ): void {
    const { store, folders, runtime } = this.#options;
    const { staged, looked, read } = outcome;
    const { snapshot, version, url } = staged;
    const isWaiting = looked !== null && !looked.isPublished;
    const link = {
      snapshotId: snapshot.id,
      name: snapshot.name,
      url,
      password: snapshot.password ?? staged.password,
      version: isWaiting ? snapshot.version : version,
      waiting: isWaiting ? { version, pins: looked.pins } : null,
    };
    const change = { link, lastStagedAt: runtime.epochMs(), state: { kind: 'idle' } as const };
    const facts = { ...factsOf(outcome), version, url, pins: looked && looked.pins };
    const record = { ...timing, outcome: isWaiting ? ('waiting' as const) : ('staged' as const), ...facts };
    try {
      store.together(() => {
        store.hashes.keep(folder.id, hashes);
        if (read) store.manifests.put(folder.id, snapshot.id, read.manifest);
        store.queue.remove(folder.id);
        folders.change(folder.id, change);
      });
      this.#ended(folder, record, null);
    } catch (thrown) {
      // The link works, but storing it failed; show it until the engine ends.
      folders.show({ ...folders.get(folder.id), ...change });
      this.#ended(folder, record, { kind: 'failed', problem: toProblem(thrown) });
    }
  }

  #failed(
    folder: Folder,
    outcome: Outcome & { kind: 'failed' },
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
  ): void {
    const { connections, logs, store } = this.#options;
    const { problem } = outcome;
    if (problem.code === 'network') {
      this.#enqueue(folder.id, timing.cause, 'queued');
      return connections.lost(folder.accountId);
    }
    if (problem.code === 'not_signed_in') {
      this.#enqueue(folder.id, timing.cause, 'signedOut');
      return connections.refused(folder.accountId);
    }
    logs.add(folder.id, { kind: 'problem', text: problem.message });
    logs.flush();
    store.queue.remove(folder.id);
    const facts = { ...timing, outcome: 'failed' as const, ...factsOf(outcome), problem };
    return this.#ended(folder, facts, { kind: 'failed', problem });
  }

  /** Records and publishes the end of a stage. */
  #ended(before: Folder, facts: Omit<StageRecord, 'id' | 'folderId'>, state: FolderState | null): void {
    const { folders, store, emit } = this.#options;
    const record: StageRecord = { id: randomUUID(), folderId: before.id, ...facts };
    if (state) this.#setState(before.id, state);
    try {
      store.history.add(record);
    } finally {
      emit('stage.ended', folders.get(before.id), record, before);
    }
  }

  /** Queues a stage; keeps the cause of an earlier entry. */
  #enqueue(folderId: string, cause: Cause, why: 'queued' | 'signedOut'): void {
    const { store, runtime } = this.#options;
    store.queue.add({ folderId, cause, since: runtime.epochMs() });
    const since = store.queue.of(folderId)?.since ?? runtime.epochMs();
    this.#setState(folderId, why === 'queued' ? { kind: 'queued', since } : { kind: 'signedOut' });
  }

  /** Queues a stage until the server accepts uploads of this account again. */
  #postpone(folderId: string, cause: Cause, seconds: number): void {
    const { store, runtime } = this.#options;
    const since = runtime.epochMs();
    store.queue.add({ folderId, cause, since });
    this.#setState(folderId, { kind: 'queued', since, notBefore: since + seconds * 1000 });
    this.#limited.get(folderId)?.abort();
    const waiting = new AbortController();
    this.#limited.set(folderId, waiting);
    void this.#beginAfter(folderId, seconds * 1000, waiting);
  }

  async #beginAfter(folderId: string, milliseconds: number, waiting: AbortController): Promise<void> {
    const { store, runtime } = this.#options;
    // Being ended is not a fault: it is looked at below.
    await runtime.sleep(milliseconds, waiting.signal).catch(() => {});
    if (this.#limited.get(folderId) === waiting) this.#limited.delete(folderId);
    if (!waiting.signal.aborted && store.queue.of(folderId)) this.begin(folderId, 'queue');
  }

  /** Queues a stage until the folder's disk responds. */
  #enqueueUnreachable(folderId: string, cause: Cause, found: Exclude<Presence, 'there'>): void {
    const { store, runtime } = this.#options;
    if (found === 'unreachable') store.queue.add({ folderId, cause, since: runtime.epochMs() });
    this.#setState(folderId, { kind: found });
  }

  /** Cancelled before or during the run. */
  #stopped(folderId: string, cause: Cause): void {
    if (this.#isStopping) this.#enqueue(folderId, cause, 'queued');
    else this.#setState(folderId, { kind: 'idle' });
  }
}

const INTERRUPTED_HINTS = {
  not_published: 'Nothing was published. Stage it again.',
  unknown: 'It is not known whether it was published. Stage it again: the link stays the same.',
};

/** The state of a folder whose stage was running when the previous engine ended. */
export const interrupted = (outcome: keyof typeof INTERRUPTED_HINTS): FolderState & { problem: Problem } => ({
  kind: 'failed',
  problem: {
    code: 'interrupted',
    message: 'The companion quit while this folder was being staged.',
    hint: INTERRUPTED_HINTS[outcome],
    lines: [],
  },
});

const isInterrupted = ({ state }: Folder): boolean =>
  state.kind === 'failed' && state.problem.code === 'interrupted';

const isQuestion = ({ kind }: FolderState): boolean => kind === 'asking' || kind === 'deciding';

const isProgramMissing = (end: StageEnd | 'unreachable'): boolean =>
  end !== 'unreachable' &&
  end.outcome.kind === 'failed' &&
  end.outcome.problem.code === 'package_manager_missing';

const factsOf = ({
  read,
}: Outcome): Pick<
  StageRecord,
  'files' | 'bytes' | 'changedFiles' | 'version' | 'url' | 'pins' | 'problem'
> => ({
  files: read?.manifest.size ?? null,
  bytes: read?.bytes ?? null,
  changedFiles: read?.changedFiles ?? null,
  version: null,
  url: null,
  pins: null,
  problem: null,
});

const lookedLine = ({ isPublished, pins }: PinResult): LogLine => ({
  kind: isPublished ? 'done' : 'warning',
  text: `${pinSummary(pins)}: ${isPublished ? 'the link shows it' : 'it is a draft'}`,
});

const lookingText = (pins: number): string =>
  pins === 1 ? 'Verifying its open pin…' : `Verifying its ${pins} open pins…`;

type Staging = Extract<FolderState, { kind: 'staging' }>;

const step = (name: Staging['step'], text: string, fraction: number | null = null): Staging => ({
  kind: 'staging',
  step: name,
  text,
  fraction,
});

/** Returns the state to show after an event; null to keep the current one. */
function stateOf(event: StageEvent, text: string): Staging | null {
  switch (event.type) {
    case 'build_started':
      return step('building', event.command.text);
    case 'collected':
      return step('reading', text);
    case 'hashing':
      return step('reading', text, event.files / Math.max(1, event.ofFiles));
    case 'offered':
      return step('sending', text, 0);
    case 'uploading':
      return step('sending', text, event.bytes / Math.max(1, event.ofBytes));
    case 'retrying':
      return step('sending', text);
    case 'finalizing':
      return step('sending', text, 1);
    case 'done':
      return event.staged.draft && step('checking', lookingText(event.staged.draft.openPins));
    default:
      return null;
  }
}
