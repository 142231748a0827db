import type { Stats } from 'node:fs';
import { type FSWatcher, watch as open } from 'chokidar';
import type { Folder } from '../../protocol/folders.ts';
import { needsPolling } from './polling.ts';
import { type WatchPlan, watchPlan } from './rules.ts';

/** How often a folder is read whose changes the system does not report. */
const POLL_MS = 2_000;

/** Quiet time before staging; an editor that saves several files makes one change. */
const QUIET_MS = 60;
/** Builds that the user runs pause longer between files. */
const QUIET_BUILD_MS = 300;

export interface FolderWatchOptions {
  /** Also reports the files that are there when it begins. */
  isInitialWanted: boolean;
  onEvent: (event: FileNotice) => void;
  onReady: () => void;
  onError: (cause: unknown) => void;
  /** Opens a watch on the file system; replaced in tests. */
  open?: typeof open | undefined;
}

export interface FileNotice {
  file: string;
  isNewFolder: boolean;
  stats: Stats | undefined;
  /** Whether it was found by the first scan. */
  isInitial: boolean;
}

/** Identifies what a watch depends on; other parameters restart it. */
export const watchKey = ({ settings, detected }: Folder, chosen: string | undefined): string =>
  JSON.stringify([settings.watched, settings.output, detected?.outputs, chosen]);

/** One open watch on a folder's sources or output. */
export class FolderWatch {
  readonly key: string;
  readonly beganAt = Date.now();
  readonly isOutput: boolean;
  /** Whether it is the output of a build that the user runs. */
  readonly isBuilt: boolean;
  readonly plan: WatchPlan;
  /** Failed watches stay registered, so they are not restarted repeatedly. */
  hasFailed = false;
  readonly #watcher: FSWatcher;

  constructor(folder: Folder, chosen: string | undefined, options: FolderWatchOptions) {
    this.key = watchKey(folder, chosen);
    this.isOutput = folder.settings.watched === 'output';
    this.isBuilt = this.isOutput && folder.detected?.kind === 'build';
    this.plan = watchPlan(folder, chosen);
    const { root, ignores } = this.plan;
    this.#watcher = (options.open ?? open)(root, {
      ignoreInitial: !options.isInitialWanted,
      followSymlinks: false,
      ignorePermissionErrors: true,
      alwaysStat: true,
      usePolling: needsPolling(root),
      interval: POLL_MS,
      binaryInterval: POLL_MS,
      ignored: (file, stats) => ignores(file, stats?.isDirectory() ?? false),
    });
    this.#listen(options);
  }

  get quietMs(): number {
    return this.isBuilt ? QUIET_BUILD_MS : QUIET_MS;
  }

  /** Whether its folder changes outside this part of it. */
  ignores(file: string): boolean {
    return this.plan.ignores(file, false);
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }

  #listen({ onEvent, onReady, onError }: FolderWatchOptions): void {
    let isInitial = true;
    this.#watcher.on('all', (event, file, stats) =>
      onEvent({ file, isNewFolder: event === 'addDir', stats, isInitial }),
    );
    this.#watcher.on('error', onError);
    this.#watcher.on('ready', () => {
      isInitial = false;
      onReady();
    });
  }
}
