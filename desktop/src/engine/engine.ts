import type { BuildLimits } from '@stagelink/shared/staging/build';
import { realSurroundings, type Surroundings } from '@stagelink/shared/staging/surroundings';
import type { Folder, Problem } from '../folders.ts';
import type { Handlers } from './answering.ts';
import { Connections } from './connections.ts';
import { type Environment, LoginEnvironment } from './environment.ts';
import { FolderCommands } from './folderCommands.ts';
import { Folders } from './folders.ts';
import { Live } from './live.ts';
import { Logs } from './log.ts';
import { PinChecks } from './pinChecks.ts';
import { FolderPresence, type FolderPresenceOptions, lookOften } from './presence.ts';
import type { EngineSignal, EngineSignals } from './protocol.ts';
import { Stages } from './stages.ts';
import { openStore, type Store } from './store/open.ts';
import { Watching, type WatchingOptions } from './watching/watching.ts';
import type { FolderWork } from './work/folderWork.ts';
import { FolderThreads } from './work/threads.ts';

export type Tell = <S extends EngineSignal>(signal: S, ...args: Parameters<EngineSignals[S]>) => void;

export interface Engine {
  handlers: Handlers;
  /** Ends what runs, in order, and closes the store. */
  stop: () => Promise<void>;
  /** A disk that does not answer keeps this process from ending in order. */
  isHeld: () => boolean;
}

export interface EngineOptions {
  /** Where the store lies; made when it is missing. */
  folder: string;
  tell: Tell;
  /** Time and chance; a test has its own. */
  surroundings?: Surroundings;
  /** Asks a login shell for its variables. */
  environment?: () => Promise<Environment>;
  buildLimits?: BuildLimits;
  /** How folders are looked for; a test has a disk of its own. */
  presence?: FolderPresenceOptions;
  /** Reads folders; a test has it done without threads. */
  work?: (presence: FolderPresence) => FolderWork;
  /** Opens a watch on the file system; a test has one that fails. */
  openWatch?: WatchingOptions['open'];
  /** A folder's watch has seen everything in it. */
  onWatched?: (folderId: string) => void;
}

const INTERRUPTED: Problem = {
  code: 'interrupted',
  message: 'The companion was ended while this folder was being staged.',
  hint: 'Nothing half-done was published. Stage it again.',
  lines: [],
};

/** Who was being staged when the last engine ended without a word. It is not tried again by itself: it may be why. */
function tellInterrupted(folders: Folders, { running, queue, logs }: Store): void {
  for (const folderId of running.all()) {
    running.remove(folderId);
    queue.remove(folderId);
    logs.add(folderId, [{ kind: 'problem', text: INTERRUPTED.message }]);
    folders.setState(folderId, { kind: 'failed', problem: INTERRUPTED });
  }
}

const isAway = ({ state }: Folder): boolean => state.kind === 'missing' || state.kind === 'unreachable';

/** Everything the engine does, over a store in a folder of its own. */
export function createEngine(options: EngineOptions): Engine {
  const { surroundings = realSurroundings } = options;
  const { store, replaced } = openStore(options.folder);
  const tell: Tell = (signal, ...args) => {
    options.tell(signal, ...args);
    if (signal === 'folder.changed') follow(args[0] as Folder);
  };
  const presence = new FolderPresence(options.presence);
  const work = options.work?.(presence) ?? new FolderThreads(presence);
  /** A watch reads the folder: where its disk does not answer, that would wait for ever. */
  const follow = (folder: Folder): void => {
    if (isAway(folder) || presence.last(folder.path) === 'there') watching.follow(folder);
  };
  // Asked at once, waited for by the first build: a shell may take seconds.
  const environment = new LoginEnvironment({ ask: options.environment, surroundings });
  let activeId: string | null = null;
  const folders = new Folders(store, tell);
  const logs = new Logs(tell, store.logs);
  const connections = new Connections({
    tell,
    surroundings,
    onReady(accountId) {
      stages.flush(accountId);
      if (accountId !== activeId) return;
      live.follow(accountId);
      live.reconnect();
    },
  });
  const watching = new Watching({
    find: (folderId) => folders.find(folderId),
    setState: (folderId, state) => folders.setState(folderId, state),
    setProblem: (folderId, watchProblem) => folders.note(folderId, { watchProblem }, false),
    onChange: (folderId) => stages.begin(folderId, 'change'),
    onReady: options.onWatched,
    open: options.openWatch,
  });
  const pinChecks = new PinChecks(tell);
  const stages = new Stages({
    store,
    folders,
    logs,
    connections,
    pinChecks,
    tell,
    environment,
    presence,
    work,
    surroundings,
    watcher: watching,
    buildLimits: options.buildLimits,
  });
  const live = new Live({
    connections,
    tell,
    surroundings,
    onShown: (id, version) => folders.shown(id, version),
  });
  const commands = new FolderCommands({ folders, connections, environment, presence, work });
  const ending = new AbortController();

  const lookFor = async ({ id, path }: Folder): Promise<void> => {
    const found = await presence.check(path);
    const folder = folders.find(id);
    if (!folder || ending.signal.aborted || stages.isRunning(id)) return;
    if (found !== 'there') {
      if (folder.state.kind !== found) folders.setState(id, { kind: found });
      return;
    }
    if (!isAway(folder)) return follow(folder);
    folders.setState(id, { kind: 'idle' });
    void commands.look(id);
    if (store.queue.of(id)) stages.begin(id, 'queue');
  };
  const look = (): void => {
    for (const folder of folders.all()) void lookFor(folder);
  };

  tellInterrupted(folders, store);
  if (replaced !== null) tell('store.replaced', replaced);
  void lookOften(look, surroundings, ending.signal);

  const stop = async () => {
    ending.abort();
    await watching.close();
    await stages.stop();
    work.close();
    live.close();
    connections.close();
    logs.flush();
    store.close();
  };

  return {
    stop,
    isHeld: () => work.isHeld() || presence.isWaiting(),
    handlers: {
      'accounts.set': (accounts, active) => {
        activeId = active;
        connections.set(accounts);
        live.follow(active);
      },
      'folders.list': () => folders.all(),
      'folders.add': (path) => commands.add(path, activeId),
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
        folders.get(folderId);
        store.agreements.add(folderId, agreed);
        stages.begin(folderId, 'person');
      },
      'folders.publish': (folderId, version) => commands.publish(folderId, version),
      'folders.discard': (folderId) => commands.discard(folderId),
      'pins.looked': (folderId) => pinChecks.looked(folderId),
      'folders.history': (folderId) => store.history.of(folderId),
      'folders.log': (folderId) => logs.of(folderId),
      'network.recheck': () => {
        connections.recheck();
        live.reconnect();
      },
      'watching.pause': (isPaused) => watching.pause(isPaused),
      'cache.put': (accountId, path, text) => store.answers.put(accountId, path, text, surroundings.today()),
      'cache.get': (accountId, path) => store.answers.get(accountId, path),
      'cache.forget': (accountId) => store.answers.forget(accountId),
      'engine.beat': () => {},
      'engine.stop': stop,
    },
  };
}
