import { randomUUID } from 'node:crypto';
import { createClient, type Send } from '@stagelink/shared/client';
import type { BuildLimits } from '@stagelink/shared/staging/build';
import type { StageEvent } from '@stagelink/shared/staging/events';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import { tell as say } from '@stagelink/shared/staging/telling';
import type { Folder, FolderState, LogLine, StageRecord } from '../folders.ts';
import { pinSentence } from '../pins.ts';
import type { Connections } from './connections.ts';
import type { Tell } from './engine.ts';
import type { LoginEnvironment } from './environment.ts';
import type { Folders } from './folders.ts';
import type { Logs } from './log.ts';
import type { Looked, PinChecks } from './pinChecks.ts';
import type { FolderPresence, Presence } from './presence.ts';
import { toProblem } from './problems.ts';
import type { EngineAccount } from './protocol.ts';
import { type Outcome, outcomeOf, type StageEnd } from './stageRun.ts';
import type { Store } from './store/open.ts';
import { Turns } from './turns.ts';
import type { FolderWork } from './work/folderWork.ts';
import type { HashNews } from './work/stageHashes.ts';

type Cause = StageRecord['cause'];

/** Builds are heavy; more of them at once end later, all of them. */
const AT_ONCE = 2;

interface Running {
  abort: AbortController;
  ended: Promise<void>;
}

/** Whoever has to know what a stage does to the folder's files. */
export interface StageWatcher {
  began: (folderId: string) => void;
  heard: (folderId: string, event: StageEvent) => void;
  /** The folder may be staged again now. */
  ended: (folderId: string) => void;
}

export interface StagesOptions {
  store: Store;
  folders: Folders;
  logs: Logs;
  connections: Connections;
  pinChecks: PinChecks;
  tell: Tell;
  environment: LoginEnvironment;
  presence: FolderPresence;
  work: FolderWork;
  surroundings: Surroundings;
  watcher: StageWatcher;
  buildLimits?: BuildLimits | undefined;
}

/** Stages folders: each one at a time, a few of them at once, and what cannot go out now later. */
export class Stages {
  private readonly running = new Map<string, Running>();
  private readonly turns = new Turns(AT_ONCE);
  private readonly options: StagesOptions;
  private readonly limited = new Map<string, AbortController>();
  private isStopping = false;

  constructor(options: StagesOptions) {
    this.options = options;
  }

  isRunning(folderId: string): boolean {
    return this.running.has(folderId);
  }

  /** Stages a folder as soon as there is room; one that is being staged already goes on as it is. */
  begin(folderId: string, cause: Cause): void {
    if (this.isStopping || this.running.has(folderId)) return;
    this.options.folders.get(folderId);
    const abort = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const running = { abort, ended };
    this.running.set(folderId, running);
    this.say(folderId, step('reading', 'Waiting for its turn…'));
    const work = this.turns.run(() => this.work(folderId, cause, abort.signal));
    void work
      // Only the store can fail here, and the folder's state says so as far as it can.
      .catch((thrown: unknown) => this.say(folderId, { kind: 'failed', problem: toProblem(thrown) }))
      .finally(() => {
        if (this.running.get(folderId) === running) this.running.delete(folderId);
        resolve();
        if (!this.isStopping) this.options.watcher.ended(folderId);
      });
  }

  /** What waits for this account can go out now. */
  flush(accountId: string): void {
    const { store, folders } = this.options;
    for (const { folderId } of store.queue.all()) {
      if (folders.find(folderId)?.accountId === accountId && !this.limited.has(folderId))
        this.begin(folderId, 'queue');
    }
  }

  /** Ends the folder's stage, or forgets the one that waits. */
  cancel(folderId: string): void {
    const { store, folders } = this.options;
    const { state } = folders.get(folderId);
    store.queue.remove(folderId);
    this.limited.get(folderId)?.abort();
    const running = this.running.get(folderId);
    if (running) running.abort.abort();
    else if (state.kind === 'queued' || state.kind === 'signedOut' || state.kind === 'asking')
      this.say(folderId, { kind: 'idle' });
  }

  /** Ends the folder's stage, and is done when nothing of it runs any more. */
  async end(folderId: string): Promise<void> {
    this.limited.get(folderId)?.abort();
    const running = this.running.get(folderId);
    running?.abort.abort();
    await running?.ended;
  }

  /** Ends every stage in order. What ran goes out after the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const waiting of this.limited.values()) waiting.abort();
    await Promise.all([...this.running.keys()].map((folderId) => this.end(folderId)));
  }

  private say(folderId: string, state: FolderState): void {
    this.options.folders.setState(folderId, state);
  }

  private async work(folderId: string, cause: Cause, signal: AbortSignal): Promise<void> {
    const { folders, connections, presence } = this.options;
    const folder = folders.find(folderId);
    if (!folder) return;
    const found = await presence.check(folder.path);
    if (signal.aborted) return this.stopped(folderId, cause);
    if (found !== 'there') return this.away(folderId, cause, found);
    if (!connections.sendOf(folder.accountId)) return this.wait(folderId, cause, 'signedOut');
    const canTry = connections.isUsable(folder.accountId) || cause === 'person';
    if (!canTry || !(connections.isUsable(folder.accountId) || (await connections.retry(folder.accountId))))
      return this.wait(folderId, cause, 'queued');
    const account = connections.account(folder.accountId);
    const send = connections.sendOf(folder.accountId);
    if (!account || !send) return this.wait(folderId, cause, 'signedOut');

    await this.stage(folder, cause, account, send, signal);
  }

  private async stage(
    folder: Folder,
    cause: Cause,
    account: EngineAccount,
    send: Send,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, logs, presence, environment, watcher, surroundings } = this.options;
    logs.begin(folder.id);
    store.running.add(folder.id);
    const startedAt = surroundings.today();
    const began = surroundings.now();
    this.say(folder.id, step('reading', 'Looking at the folder…'));
    watcher.began(folder.id);
    let end = await this.run(folder, cause, account, signal);
    // It may have been installed since the shell was asked, or the shell may have been late.
    if (isProgramMissing(end) && (await environment.refresh()))
      end = await this.run(folder, cause, account, signal);
    const outcome = end === 'unreachable' ? null : await this.settle(folder, end.outcome, send, signal);
    logs.flush();
    const found = outcome?.kind === 'failed' ? await presence.check(folder.path) : 'there';
    store.running.remove(folder.id);
    // Whoever hears how it ended may begin the next one.
    this.running.delete(folder.id);
    // It was removed while it was staged.
    if (!this.options.folders.find(folder.id)) return;
    if (end === 'unreachable' || outcome === null)
      return signal.aborted ? this.stopped(folder.id, cause) : this.away(folder.id, cause, 'unreachable');
    if (found !== 'there') return this.away(folder.id, cause, found);
    const record = { startedAt, milliseconds: Math.round(surroundings.now() - began), cause };
    this.conclude(folder, outcome, record, end.hashes);
  }

  /** Stages it once, up to a version that may have to wait for its pins. */
  private async run(
    folder: Folder,
    cause: Cause,
    account: EngineAccount,
    signal: AbortSignal,
  ): Promise<StageEnd | 'unreachable'> {
    const { store, environment, watcher, work } = this.options;
    const wantedBy = this.wantedBy(folder.id, cause);
    const lastBranch = store.builtBranches.of(folder.id);
    const job = {
      folder,
      cause,
      account,
      // Whoever watches the output builds by themselves.
      build: !(folder.settings.watched === 'output' && wantedBy === 'change'),
      before: folder.link && store.manifests.of(folder.id, folder.link.snapshotId),
      hashes: store.hashes.of(folder.id),
      by: { isPerson: wantedBy === 'person', lastBranch },
      agreed: store.agreements.of(folder.id),
      environment: await environment.of(folder.path),
      buildLimits: this.options.buildLimits,
    };
    const hear = (event: StageEvent): void => {
      this.hear(folder.id, event);
      watcher.heard(folder.id, event);
    };
    const end = await work.stage(job, hear, signal).catch((thrown: unknown) => ({
      // The thread itself has ended.
      outcome: outcomeOf(folder, thrown, null),
      hashes: { fresh: new Map(), stale: [] },
      branch: null,
    }));
    if (end !== 'unreachable' && end.branch !== null && end.branch !== lastBranch)
      store.builtBranches.put(folder.id, end.branch);
    return end;
  }

  /** Has the pins looked for on a version that waits for it. */
  private async settle(folder: Folder, outcome: Outcome, send: Send, signal: AbortSignal): Promise<Outcome> {
    if (outcome.kind !== 'staged') return outcome;
    const { pinChecks } = this.options;
    try {
      const looked = await pinChecks.settle(folder, outcome.staged, createClient(send), signal);
      if (looked) this.options.logs.add(folder.id, lookedLine(looked));
      return { ...outcome, looked };
    } catch (cause) {
      return outcomeOf(folder, cause, outcome.read);
    }
  }

  /** What waited is staged as it would have been then. */
  private wantedBy(folderId: string, cause: Cause): Cause {
    return cause === 'queue' ? (this.options.store.queue.of(folderId)?.cause ?? cause) : cause;
  }

  private hear(folderId: string, event: StageEvent): void {
    const told = say(event);
    if (told && told.kind !== 'passing')
      this.options.logs.add(folderId, { kind: told.kind, text: told.text });
    const state = stateOf(event, told?.text ?? '');
    if (state) this.say(folderId, state);
  }

  private conclude(
    folder: Folder,
    outcome: Outcome,
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
    hashes: HashNews,
  ): void {
    switch (outcome.kind) {
      case 'staged':
        return this.staged(folder, outcome, timing, hashes);
      case 'unchanged':
        this.options.store.queue.remove(folder.id);
        return this.say(folder.id, { kind: 'idle' });
      case 'asking':
        return this.say(folder.id, {
          kind: 'asking',
          commands: outcome.commands,
          fingerprints: outcome.fingerprints,
          ...(outcome.branch === null ? {} : { branch: outcome.branch }),
        });
      case 'cancelled':
        if (this.isStopping) return this.stopped(folder.id, timing.cause);
        return this.ended(folder, { ...timing, outcome: 'cancelled', ...factsOf(outcome) }, { kind: 'idle' });
      case 'limited':
        return this.postpone(folder.id, timing.cause, outcome.seconds);
      case 'failed':
        return this.failed(folder, outcome, timing);
    }
  }

  private staged(
    folder: Folder,
    outcome: Outcome & { kind: 'staged' },
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
    hashes: HashNews,
  ): void {
    const { store, folders, surroundings } = this.options;
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
    const change = { link, lastStagedAt: surroundings.today(), state: { kind: 'idle' } as const };
    const facts = { ...factsOf(outcome), version, url, pins: looked && looked.pins };
    const record = { ...timing, outcome: isWaiting ? ('waiting' as const) : ('staged' as const), ...facts };
    try {
      store.together(() => {
        store.hashes.keep(folder.id, hashes);
        if (read) store.manifests.put(folder.id, snapshot.id, read.manifest);
        store.queue.remove(folder.id);
        folders.change(folder.id, change);
      });
      this.ended(folder, record, null);
    } catch (thrown) {
      // The link works; this machine only cannot remember it. It is shown for as long as the engine runs.
      folders.show({ ...folders.get(folder.id), ...change });
      this.ended(folder, record, { kind: 'failed', problem: toProblem(thrown) });
    }
  }

  private failed(
    folder: Folder,
    outcome: Outcome & { kind: 'failed' },
    timing: Pick<StageRecord, 'startedAt' | 'milliseconds' | 'cause'>,
  ): void {
    const { connections, logs, store } = this.options;
    const { problem } = outcome;
    if (problem.code === 'network') {
      this.wait(folder.id, timing.cause, 'queued');
      return connections.lost(folder.accountId);
    }
    if (problem.code === 'not_signed_in') {
      this.wait(folder.id, timing.cause, 'signedOut');
      return connections.refused(folder.accountId);
    }
    logs.add(folder.id, { kind: 'problem', text: problem.message });
    logs.flush();
    store.queue.remove(folder.id);
    const facts = { ...timing, outcome: 'failed' as const, ...factsOf(outcome), problem };
    return this.ended(folder, facts, { kind: 'failed', problem });
  }

  /** Writes a try down and tells it. */
  private ended(
    before: Folder,
    facts: Omit<StageRecord, 'id' | 'folderId'>,
    state: FolderState | null,
  ): void {
    const { folders, store, tell } = this.options;
    const record: StageRecord = { id: randomUUID(), folderId: before.id, ...facts };
    if (state) this.say(before.id, state);
    try {
      store.history.add(record);
    } finally {
      tell('stage.ended', folders.get(before.id), record, before);
    }
  }

  /** Keeps it for later. Who wanted it first stays who wanted it. */
  private wait(folderId: string, cause: Cause, why: 'queued' | 'signedOut'): void {
    const { store, surroundings } = this.options;
    store.queue.add({ folderId, cause, since: surroundings.today() });
    const since = store.queue.of(folderId)?.since ?? surroundings.today();
    this.say(folderId, why === 'queued' ? { kind: 'queued', since } : { kind: 'signedOut' });
  }

  /** Keeps it until the server takes more of this account. */
  private postpone(folderId: string, cause: Cause, seconds: number): void {
    const { store, surroundings } = this.options;
    const since = surroundings.today();
    store.queue.add({ folderId, cause, since });
    this.say(folderId, { kind: 'queued', since, notBefore: since + seconds * 1000 });
    this.limited.get(folderId)?.abort();
    const waiting = new AbortController();
    this.limited.set(folderId, waiting);
    void this.beginAfter(folderId, seconds * 1000, waiting);
  }

  private async beginAfter(folderId: string, milliseconds: number, waiting: AbortController): Promise<void> {
    const { store, surroundings } = this.options;
    // Being ended is not a fault: it is looked at below.
    await surroundings.wait(milliseconds, waiting.signal).catch(() => {});
    if (this.limited.get(folderId) === waiting) this.limited.delete(folderId);
    if (!waiting.signal.aborted && store.queue.of(folderId)) this.begin(folderId, 'queue');
  }

  /** One whose disk does not answer goes out once it does. */
  private away(folderId: string, cause: Cause, found: Exclude<Presence, 'there'>): void {
    const { store, surroundings } = this.options;
    if (found === 'unreachable') store.queue.add({ folderId, cause, since: surroundings.today() });
    this.say(folderId, { kind: found });
  }

  /** Before it began, or in its middle. */
  private stopped(folderId: string, cause: Cause): void {
    if (this.isStopping) this.wait(folderId, cause, 'queued');
    else this.say(folderId, { kind: 'idle' });
  }
}

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

const lookedLine = ({ isPublished, pins }: Looked): LogLine => ({
  kind: isPublished ? 'done' : 'warning',
  text: `${pinSentence(pins)}: ${isPublished ? 'the link shows it' : 'it waits for you'}`,
});

const lookingText = (pins: number): string =>
  pins === 1 ? 'Looking for its open pin…' : `Looking for its ${pins} open pins…`;

type Staging = Extract<FolderState, { kind: 'staging' }>;

const step = (name: Staging['step'], text: string, fraction: number | null = null): Staging => ({
  kind: 'staging',
  step: name,
  text,
  fraction,
});

/** What a folder that is staged shows after an event; null when it goes on showing what it does. */
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
      return event.staged.waits && step('checking', lookingText(event.staged.waits.openPins));
    default:
      return null;
  }
}
