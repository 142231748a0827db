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
import { interrupted, Stages } from './stages.ts';
import { openStore, type Store } from './store/open.ts';
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

/**
 * Reports folders whose stage was running when the previous engine crashed. They are not staged again,
 * because they may be the cause. What became of them is asked when the account is connected.
 */
function reportInterrupted(folders: Folders, { running, queue, logs }: Store): void {
  for (const folderId of running.all()) {
    const state = interrupted('unknown');
    logs.add(folderId, [{ kind: 'problem', text: state.problem.message }]);
    folders.setState(folderId, state);
    queue.remove(folderId);
    // Last, so that another crash does not hide this one.
    running.remove(folderId);
  }
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
  const watching = new Watching({
    find: (folderId) => folders.find(folderId),
    setState: (folderId, state) => folders.setState(folderId, state),
    setProblem: (folderId, watchProblem) => folders.note(folderId, { watchProblem }, false),
    onChange: (folderId) => stages.begin(folderId, 'change'),
    onReady: options.onWatched,
    open: options.openWatch,
  });
  const pinChecks = new PinVerifier(emit);
  const folderParts = { folders, connections, environment, presence, work, linksFolder };
  const stages = new Stages({
    ...folderParts,
    store,
    logs,
    pinChecks,
    emit,
    runtime,
    watcher: watching,
    buildLimits,
  });
  const live = new Live({ connections, emit, runtime, onShown: (id, version) => folders.shown(id, version) });
  const commands = new FolderCommands(folderParts);
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
    live,
    commands,
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
    const { folders, store, replaced, emit, runtime } = this.#parts;
    reportInterrupted(folders, store);
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
    const { stages, live } = this.#parts;
    stages.settleInterrupted(accountId);
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
    const { presence, folders, stages, commands, store } = this.#parts;
    const found = await presence.check(path);
    const folder = folders.find(id);
    if (!folder || this.#ending.signal.aborted || stages.isRunning(id)) return;
    if (found !== 'there') {
      if (folder.state.kind !== found) folders.setState(id, { kind: found });
      return;
    }
    if (!isAway(folder)) return this.#follow(folder);
    folders.setState(id, { kind: 'idle' });
    void commands.look(id);
    if (store.queue.of(id)) stages.begin(id, 'queue');
  }

  #createHandlers(): Handlers {
    const { store, runtime, folders, logs, connections, watching, pinChecks, stages, live, commands } =
      this.#parts;
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
        logs.forget(folderId);
      },
      'folders.stage': (folderId) => stages.begin(folderId, 'person'),
      'folders.cancel': (folderId) => stages.cancel(folderId),
      'folders.agree': (folderId, agreed) => {
        const { state } = folders.get(folderId);
        if (state.kind === 'asking' && state.isCovered) store.agreements.add(folderId, agreed);
        stages.begin(folderId, 'person', agreed);
      },
      'folders.decide': (folderId, isYes) => stages.decide(folderId, isYes),
      'folders.publish': (folderId, version) => commands.publish(folderId, version),
      'folders.discard': (folderId) => commands.discard(folderId),
      'pins.looked': (folderId) => pinChecks.verified(folderId),
      'folders.history': (folderId) => store.history.of(folderId),
      'folders.log': (folderId) => logs.of(folderId),
      'network.recheck': () => {
        connections.recheck();
        live.reconnect();
      },
      'watching.pause': (isPaused) => watching.pause(isPaused),
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
