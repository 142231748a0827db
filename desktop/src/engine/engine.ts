import type { BuildLimits } from '@stagelink/shared/staging/node/build';
import type { Runtime } from '@stagelink/shared/client/runtime';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import type { Folder } from '../protocol/folders.ts';
import type { Handlers } from './rpcServer.ts';
import { Connections } from './connections.ts';
import { LoginEnvironment } from './environment.ts';
import type { Environment } from './nodeVersion.ts';
import { FolderCommands } from './folderCommands.ts';
import { Folders } from './folders.ts';
import { Live } from './live.ts';
import { Logs } from './log.ts';
import { PinVerifier } from './pinVerification.ts';
import { FolderPresence, type FolderPresenceOptions, watchFolderExists } from './folderWatchdog.ts';
import type { EmitSignal } from '../protocol/engine.ts';
import { Interruptions } from './interruptions.ts';
import { FolderMachines } from './folderMachine/folderMachines.ts';
import { createPerformers } from './folderMachine/performers.ts';
import type { FolderEvent } from './folderMachine/states.ts';
import { FolderStager } from './folderStager.ts';
import { StageAccess } from './stageAccess.ts';
import { StageJobs } from './stageJobs.ts';
import { StageProgress } from './stageProgress.ts';
import { StageResults } from './stageResults.ts';
import { Stages } from './stages.ts';
import { openStore } from './store/open.ts';
import { Watching, type WatchingOptions } from './watching/watching.ts';
import type { FolderWork } from './work/folderWork.ts';
import { FolderThreads } from './work/threads.ts';

export interface Engine {
  handlers: Handlers;
  /** Ends running stages in order and closes the store. */
  stop: () => Promise<void>;
  /** Whether an unresponsive disk prevents this process from exiting in order. */
  isHeld: () => boolean;
}

export interface EngineOptions {
  /** Folder of the store; created when missing. */
  folder: string;
  emit: EmitSignal;
  /** Time and chance; a test has its own. */
  runtime?: Runtime;
  /** Where the links of this computer's folders are recorded; the user's data folder when absent. */
  linksFolder?: string;
  /** Asks a login shell for its variables. */
  environment?: () => Promise<Environment>;
  buildLimits?: BuildLimits;
  /** How folders are checked; replaced in tests. */
  presence?: FolderPresenceOptions;
  /** Reads folders; tests do it without threads. */
  work?: (presence: FolderPresence) => FolderWork;
  /** Watches the file system; tests use one that fails. */
  openWatch?: WatchingOptions['open'];
  /** A folder's watch is complete. */
  onWatched?: (folderId: string) => void;
}

const isAway = ({ state }: Folder): boolean => state.kind === 'missing' || state.kind === 'unreachable';

interface PartEvents {
  onFolderChanged: (folder: Folder) => void;
  /** What waits for this account can go out. */
  onReady: (accountId: string) => void;
}

/** Creates the engine's parts, in the order in which they need each other. */
function createParts(options: EngineOptions, { onFolderChanged, onReady }: PartEvents) {
  const { runtime = systemRuntime, buildLimits, linksFolder } = options;
  const { store, replaced } = openStore(options.folder);
  const emit: EmitSignal = (signal, ...args) => {
    options.emit(signal, ...args);
    if (signal === 'folder.changed') onFolderChanged(args[0] as Folder);
  };
  const presence = new FolderPresence(options.presence);
  const work = options.work?.(presence) ?? new FolderThreads(presence);
  // Asked at once, waited for by the first build: a shell may take seconds.
  const environment = new LoginEnvironment({ ask: options.environment, runtime });
  const folders = new Folders(store, emit);
  const logs = new Logs(emit, store.logs);
  const connections = new Connections({ emit, runtime, onReady });
  const send = (folderId: string, event: FolderEvent): void => machines.send(folderId, event);
  const watching = new Watching({
    find: (folderId) => folders.find(folderId),
    setProblem: (folderId, watchProblem) => folders.note(folderId, { watchProblem }, false),
    onReady: options.onWatched,
    open: options.openWatch,
    send,
  });
  const pinChecks = new PinVerifier(emit);
  const folderParts = { folders, connections, environment, presence, work, linksFolder, send };
  const stager = new FolderStager({
    store,
    folders,
    runtime,
    pinChecks,
    access: new StageAccess(connections, presence),
    jobs: new StageJobs({ store, environment, work, buildLimits, linksFolder }),
    progress: new StageProgress({ logs, watcher: watching, send }),
    results: new StageResults({ store, folders, runtime }),
  });
  const stages = new Stages({
    folders,
    queue: store.queue,
    stager,
    runtime,
    onEnded: (folderId) => watching.ended(folderId),
    send,
  });
  const interruptions = new Interruptions({ ...folderParts, store, logs, runtime });
  const live = new Live({ connections, emit, runtime, onShown: (id, version) => folders.shown(id, version) });
  const commands = new FolderCommands(folderParts);
  const machines = new FolderMachines({
    find: (folderId) => folders.find(folderId),
    setState: (folderId, state) => folders.setState(folderId, state),
    performers: createPerformers({ store, folders, logs, connections, watching, stages, commands, emit }),
  });
  return {
    ...folderParts,
    store,
    replaced,
    emit,
    runtime,
    logs,
    watching,
    pinChecks,
    stages,
    interruptions,
    live,
    commands,
    machines,
  };
}

/** Connects the parts: what becomes of a folder, of an account and of a command. */
class RunningEngine implements Engine {
  readonly handlers: Handlers;
  readonly #parts: ReturnType<typeof createParts>;
  readonly #ending = new AbortController();
  #activeId: string | null = null;

  constructor(options: EngineOptions) {
    this.#parts = createParts(options, {
      onFolderChanged: (folder) => this.#follow(folder),
      onReady: (accountId) => this.#resume(accountId),
    });
    this.handlers = this.#createHandlers();
    const { interruptions, replaced, emit, runtime } = this.#parts;
    interruptions.report();
    if (replaced !== null) emit('store.replaced', replaced);
    void watchFolderExists(() => this.#checkFolders(), runtime, this.#ending.signal);
  }

  async stop(): Promise<void> {
    const { watching, stages, work, live, connections, logs, store } = this.#parts;
    this.#ending.abort();
    await watching.close();
    await stages.stop();
    work.close();
    live.close();
    connections.close();
    logs.flush();
    store.close();
  }

  isHeld(): boolean {
    const { work, presence } = this.#parts;
    return work.isHeld() || presence.hasPendingCheck();
  }

  /** Watching reads the folder, which would block on an unresponsive disk. */
  #follow(folder: Folder): void {
    const { presence, watching } = this.#parts;
    if (isAway(folder) || presence.last(folder.path) === 'there') watching.follow(folder);
  }

  #resume(accountId: string): void {
    const { interruptions, stages, live } = this.#parts;
    interruptions.settle(accountId);
    stages.flush(accountId);
    if (accountId !== this.#activeId) return;
    live.follow(accountId);
    live.reconnect();
  }

  #checkFolders(): void {
    for (const folder of this.#parts.folders.all()) void this.#checkFolder(folder);
  }

  /** Notices that a folder has disappeared, or is back. */
  async #checkFolder({ id, path }: Folder): Promise<void> {
    const { presence, folders, machines, store } = this.#parts;
    const found = await presence.check(path);
    const folder = folders.find(id);
    if (!folder || this.#ending.signal.aborted || machines.isStaging(id)) return;
    if (found === 'there' && !isAway(folder)) return this.#follow(folder);
    machines.send(id, { type: 'located', presence: found, isQueued: store.queue.of(id) !== null });
  }

  #createHandlers(): Handlers {
    const { store, runtime, folders, logs, connections, pinChecks, live } = this.#parts;
    const { machines, watching, stages, commands } = this.#parts;
    return {
      'accounts.set': (accounts, active) => {
        this.#activeId = active;
        connections.set(accounts);
        live.follow(active);
      },
      'folders.list': () => folders.all(),
      'folders.add': (path) => commands.add(path, this.#activeId),
      'folders.change': (folderId, settings) => commands.change(folderId, settings),
      'folders.link': (folderId, snapshotId) => commands.link(folderId, snapshotId),
      'folders.remove': async (folderId) => {
        await stages.end(folderId);
        folders.remove(folderId);
        watching.forget(folderId);
        machines.forget(folderId);
        logs.forget(folderId);
      },
      'folders.stage': (folderId) => stages.begin(folderId, 'person'),
      'folders.cancel': (folderId) => machines.send(folders.get(folderId).id, { type: 'cancelled' }),
      'folders.agree': (folderId, agreed) => {
        const { state } = folders.get(folderId);
        if (state.kind === 'asking' && state.isCovered) store.agreements.add(folderId, agreed);
        stages.begin(folderId, 'person', agreed);
      },
      'folders.decide': (folderId, isYes) =>
        machines.send(folders.get(folderId).id, { type: 'decided', isYes }),
      'folders.publish': (folderId, version) => commands.publish(folderId, version),
      'folders.discard': (folderId) => commands.discard(folderId),
      'pins.looked': (folderId) => pinChecks.verified(folderId),
      'folders.history': (folderId) => store.history.of(folderId),
      'folders.log': (folderId) => logs.of(folderId),
      'network.recheck': () => {
        connections.recheck();
        live.reconnect();
      },
      'watching.pause': (isPaused) => machines.pause(isPaused),
      'cache.put': (accountId, path, text) => store.answers.put(accountId, path, text, runtime.epochMs()),
      'cache.get': (accountId, path) => store.answers.get(accountId, path),
      'cache.forget': (accountId) => store.answers.forget(accountId),
      'engine.beat': () => {},
      'engine.stop': () => this.stop(),
    };
  }
}

/** Creates the engine with a store in its own folder. */
export const createEngine = (options: EngineOptions): Engine => new RunningEngine(options);
