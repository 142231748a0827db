import type { Stats } from 'node:fs';
import path from 'node:path';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import { type FSWatcher, watch as open } from 'chokidar';
import type { Folder, FolderState, Problem } from '../../protocol/folders.ts';
import type { StageWatcher } from '../stages.ts';
import { FileClock } from './fileClock.ts';
import { missingFiles, Pauses } from './half.ts';
import { type ChangeSource, OwnWrites } from './ownWrites.ts';
import { Pace } from './pace.ts';
import { needsPolling } from './polling.ts';
import { type WatchPlan, watchPlan } from './rules.ts';

/** Quiet time before staging; an editor that saves several files makes one change. */
const QUIET_MS = 60;
/** Builds that the user runs pause longer between files. */
const QUIET_BUILD_MS = 300;

/** How often a folder is read whose changes the system does not report. */
const POLL_MS = 2_000;

/** Number of checks of an incomplete output before it is staged anyway. */
const LOOKS_MAX = 100;

const AWAY: ReadonlySet<FolderState['kind']> = new Set(['missing', 'unreachable']);

/** Number of builds in a row caused by the build's own writes. */
const REBUILDS_MAX = 3;

/** File times lag behind the clock by up to this, because systems count in ticks. */
const CLOCK_MS = 10;

interface Watch {
  folderId: string;
  /** Identifies its parameters; other parameters restart the watch. */
  key: string;
  beganAt: number;
  quietMs: number;
  isOutput: boolean;
  /** Whether it is the output of a build that the user runs. */
  isBuilt: boolean;
  plan: WatchPlan;
  watcher: FSWatcher;
  /** Failed watches stay registered, so they are not restarted repeatedly. */
  hasFailed: boolean;
}

/** Changes of a folder, kept across restarts of its watch. */
interface Changes {
  waiting: Set<string>;
  timer: NodeJS.Timeout | null;
  /** Start of the current stage; null without one. */
  stagingSince: number | null;
  /** Start of the last stage, which has read all earlier changes. */
  stagedAt: number;
  clock: FileClock;
  own: OwnWrites;
  pace: Pace;
  /** Files changed during a build; checked when it has ended. */
  duringBuild: Map<string, number>;
  /** Whether something other than a build changed a file since the last stage. */
  isFromOutside: boolean;
  /** Number of stages in a row caused only by the previous build. */
  rebuilds: number;
  /** Output of the last stage. */
  chosen: string | undefined;
  /** Whether changes made while the companion did not run were detected. */
  isCaughtUp: boolean;
  /** Since when a watch that ended may have missed changes; null when none are wanted. */
  interruptedSince: number | null;
  pauses: Pauses;
  /** Number of times the output was found incomplete since the last stage. */
  looks: number;
  /** Files named by the output's page that are missing although no build runs. */
  neverThere: ReadonlySet<string>;
}

export interface WatchingOptions {
  find: (folderId: string) => Folder | undefined;
  setState: (folderId: string, state: FolderState) => void;
  /** Sets or clears the error that stops staging on change. */
  setProblem: (folderId: string, problem: Problem | null) => void;
  /** The folder changed and has been quiet since. */
  onChange: (folderId: string) => void;
  /** The watch is complete. */
  onReady?: ((folderId: string) => void) | undefined;
  /** Opens a watch on the file system; replaced in tests. */
  open?: typeof open | undefined;
  /** Finds missing files of an output's page; replaced in tests. */
  missing?: typeof missingFiles | undefined;
}

/** Errors of folders that are changing or gone, which are detected elsewhere. */
const PASSING = new Set(['', 'ENOENT', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR', 'ELOOP']);

const LIMIT_HINTS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Watch only the output folder, or raise the limit (fs.inotify.max_user_watches).',
  darwin: 'Watch only the output folder, or raise the limit (kern.maxfiles).',
};

/** Returns a message for a watch that failed; null for a transient error. */
export function watchProblem(cause: unknown, platform = process.platform): Problem | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (PASSING.has(code)) return null;
  const isLimit = code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
  if (!isLimit) {
    return {
      code: 'watch_failed',
      message: `Failed to watch this folder (${code}). Its changes are not detected.`,
      hint: 'Stage it yourself after a change. Turn “Stage on change” off and on to try again.',
      lines: [],
    };
  }
  return {
    code: 'watch_limit',
    message: 'Failed to watch this folder: the system’s limit of watched files is reached.',
    hint: `${LIMIT_HINTS[platform] ?? 'Watch only the output folder, or fewer folders.'} Stagelink tries again when another folder is no longer watched.`,
    lines: [],
  };
}

const rebuildProblem = (files: readonly string[]): Problem => ({
  code: 'rebuilds',
  message: `The build itself changes “${path.basename(files[0] ?? '')}”, so it was stopped after ${REBUILDS_MAX} builds in a row.`,
  hint: 'Your next change is staged as usual. Let the build write into its output folder, or name the file in .stagelinkignore.',
  lines: files,
});

/** Either queued anyway or waiting for the user; a new branch may be left again. */
const isWaiting = (state: FolderState): boolean =>
  state.kind === 'queued' ||
  state.kind === 'signedOut' ||
  state.kind === 'deciding' ||
  (state.kind === 'asking' && state.branch === undefined);

/** Detects changes in folders and reports each after a quiet moment. */
export class Watching implements StageWatcher {
  readonly #watches = new Map<string, Watch>();
  readonly #changes = new Map<string, Changes>();
  readonly #options: WatchingOptions;
  /** Until the main process reports otherwise. */
  #isPaused = true;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /**
   * Starts, stops or restarts a watch as settings and state require; does nothing when they are unchanged.
   */
  follow(folder: Folder): void {
    const { watched, output } = folder.settings;
    const isWatched = watched !== 'off' && !AWAY.has(folder.state.kind);
    const changes = this.#changesOf(folder.id);
    const key = JSON.stringify([watched, output, folder.detected?.outputs, changes.chosen]);
    const watch = this.#watches.get(folder.id);
    if (isWatched && watch?.key === key) return;
    if (watch) this.#end(watch);
    if (isWatched) this.#begin(folder, key);
    else {
      if (watched === 'off') changes.interruptedSince = null;
      this.#calm(changes);
      this.#rest(folder.id);
    }
    if (folder.watchProblem) this.#options.setProblem(folder.id, null);
  }

  forget(folderId: string): void {
    const watch = this.#watches.get(folderId);
    if (watch) this.#end(watch);
    this.#calm(this.#changesOf(folderId));
    this.#changes.delete(folderId);
  }

  /** Changes during a pause are staged afterwards. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const [folderId, changes] of this.#changes) {
      if (!isPaused) this.#reportWhenQuiet(folderId);
      else if (changes.timer) {
        clearTimeout(changes.timer);
        changes.timer = null;
        this.#rest(folderId);
      }
    }
  }

  async close(): Promise<void> {
    for (const changes of this.#changes.values()) this.#calm(changes);
    await Promise.all([...this.#watches.values()].map(({ watcher }) => watcher.close()));
    this.#watches.clear();
  }

  began(folderId: string): void {
    const changes = this.#changesOf(folderId);
    this.#calm(changes);
    changes.stagingSince = Date.now();
    changes.stagedAt = changes.stagingSince;
  }

  onEvent(folderId: string, event: StageEvent): void {
    const { own, pace } = this.#changesOf(folderId);
    if (event.type === 'offered') pace.count(Date.now());
    if (event.type === 'build_started' && event.command.step === 'build') own.buildBegan(Date.now());
    if (event.type === 'build_finished' && event.step === 'build') this.#buildEnded(folderId);
    if (event.type === 'output_chosen') this.#choose(folderId, event.folder);
  }

  ended(folderId: string): void {
    const changes = this.#changesOf(folderId);
    changes.stagingSince = null;
    // No event reports the end of a failed build.
    this.#buildEnded(folderId);
    this.#reportWhenQuiet(folderId);
  }

  #buildEnded(folderId: string): void {
    const { own, duringBuild } = this.#changesOf(folderId);
    own.buildEnded(Date.now());
    const files = [...duringBuild];
    duringBuild.clear();
    void this.#assessEach(folderId, files);
  }

  /** One at a time, because a build may write thousands. */
  async #assessEach(folderId: string, files: readonly [string, number][]): Promise<void> {
    const watch = this.#watches.get(folderId);
    if (watch) for (const [file, changedAt] of files) await this.#assess(watch, file, changedAt);
  }

  #changesOf(folderId: string): Changes {
    const known = this.#changes.get(folderId);
    if (known) return known;
    const clock = new FileClock();
    const fresh: Changes = {
      waiting: new Set(),
      timer: null,
      stagingSince: null,
      stagedAt: 0,
      clock,
      own: new OwnWrites(clock),
      pace: new Pace(),
      duringBuild: new Map(),
      isFromOutside: false,
      rebuilds: 0,
      chosen: undefined,
      isCaughtUp: false,
      interruptedSince: null,
      pauses: new Pauses(),
      looks: 0,
      neverThere: new Set(),
    };
    this.#changes.set(folderId, fresh);
    return fresh;
  }

  /** Excludes the output, which is now known, from the sources. */
  #choose(folderId: string, output: string): void {
    const changes = this.#changesOf(folderId);
    if (changes.chosen === output) return;
    changes.chosen = output;
    const folder = this.#options.find(folderId);
    if (!folder || !this.#watches.has(folderId)) return;
    const { ignores } = watchPlan(folder, output);
    for (const file of changes.waiting) if (ignores(file, false)) changes.waiting.delete(file);
    this.follow(folder);
  }

  /** Returns the time since which changes were missed; null when there were none or trying is pointless. */
  #missedSince({ id, lastStagedAt, state }: Folder): number | null {
    const changes = this.#changesOf(id);
    const { interruptedSince } = changes;
    changes.interruptedSince = null;
    if (changes.isCaughtUp) return interruptedSince;
    changes.isCaughtUp = true;
    return state.kind === 'idle' ? lastStagedAt : null;
  }

  #begin(folder: Folder, key: string): void {
    const { isCaughtUp } = this.#changesOf(folder.id);
    const since = this.#missedSince(folder);
    const plan = watchPlan(folder, this.#changesOf(folder.id).chosen);
    const isOutput = folder.settings.watched === 'output';
    const watcher = (this.#options.open ?? open)(plan.root, {
      ignoreInitial: since === null,
      followSymlinks: false,
      ignorePermissionErrors: true,
      alwaysStat: true,
      usePolling: needsPolling(plan.root),
      interval: POLL_MS,
      binaryInterval: POLL_MS,
      ignored: (file, stats) => plan.ignores(file, stats?.isDirectory() ?? false),
    });
    const isBuilt = isOutput && folder.detected?.kind === 'build';
    const quietMs = isBuilt ? QUIET_BUILD_MS : QUIET_MS;
    const watch: Watch = {
      folderId: folder.id,
      key,
      beganAt: Date.now(),
      quietMs,
      isOutput,
      isBuilt,
      plan,
      watcher,
      hasFailed: false,
    };
    this.#watches.set(folder.id, watch);
    if (isBuilt) void this.#learnMissing(watch);
    let isInitial = true;
    watcher.on('all', (event, file, stats) => {
      const changedAt = this.#changedAt(watch, stats, isInitial);
      if (isInitial && since !== null && changedAt + CLOCK_MS < since) return;
      // An empty new folder changes nothing; one that changed before the companion started may lack files.
      if (event !== 'addDir' || (isInitial && !isCaughtUp)) this.#notice(watch, file, changedAt);
    });
    watcher.on('error', (cause) => {
      const problem = watchProblem(cause);
      if (!problem || watch.hasFailed) return;
      watch.hasFailed = true;
      void watcher.close();
      this.#options.setProblem(folder.id, problem);
    });
    watcher.on('ready', () => {
      isInitial = false;
      this.#options.onReady?.(folder.id);
    });
  }

  #end(watch: Watch): void {
    this.#remove(watch);
    void watch.watcher.close().then(() => this.#beginFailed());
  }

  #remove({ folderId, beganAt }: Watch): void {
    this.#watches.delete(folderId);
    const changes = this.#changesOf(folderId);
    changes.interruptedSince = Math.max(beganAt, changes.stagedAt);
  }

  /** Retries failed watches. */
  #beginFailed(): void {
    const failed = [...this.#watches.values()].filter(({ hasFailed }) => hasFailed);
    for (const watch of failed) {
      const { folderId } = watch;
      const folder = this.#options.find(folderId);
      this.#remove(watch);
      if (folder) this.follow(folder);
    }
  }

  /** Returns when a file changed; those found by the first scan may have changed long before. */
  #changedAt({ folderId }: Watch, stats: Stats | undefined, isInitial: boolean): number {
    const now = Date.now();
    if (!stats) return now;
    const { clock } = this.#changesOf(folderId);
    return isInitial ? clock.convert(stats.ctimeMs) : clock.writtenAt(stats.ctimeMs, now);
  }

  #notice(watch: Watch, file: string, changedAt: number): void {
    if (this.#watches.get(watch.folderId) !== watch) return;
    const { own, duringBuild, stagingSince } = this.#changesOf(watch.folderId);
    // Late event of a change that the current stage has read.
    if (stagingSince !== null && changedAt + CLOCK_MS < stagingSince) return;
    if (watch.isOutput) {
      // The folder's own build writes the output, which is staged already.
      if (!own.isDuringBuild(changedAt)) this.#keep(watch, file, 'outside');
    } else if (own.isBuilding && own.isDuringBuild(changedAt)) duringBuild.set(file, changedAt);
    else void this.#assess(watch, file, changedAt);
  }

  /** Decides whether a change requires a stage. */
  async #assess(watch: Watch, file: string, changedAt: number): Promise<void> {
    const source = await this.#changesOf(watch.folderId).own.sourceOf(file, changedAt);
    if (source && this.#watches.get(watch.folderId) === watch) this.#keep(watch, file, source);
  }

  #keep({ folderId, isBuilt }: Watch, file: string, source: ChangeSource): void {
    const changes = this.#changesOf(folderId);
    changes.waiting.add(file);
    changes.looks = 0;
    if (isBuilt) changes.pauses.wrote(Date.now());
    if (source === 'outside') changes.isFromOutside = true;
    this.#reportWhenQuiet(folderId);
  }

  /** Waits for quiet and for the end of a running stage, then reports the change. */
  #reportWhenQuiet(folderId: string): void {
    const changes = this.#changesOf(folderId);
    const watch = this.#watches.get(folderId);
    if (this.#isPaused || changes.stagingSince !== null || changes.waiting.size === 0 || !watch) return;
    const state = this.#options.find(folderId)?.state;
    if (state && isWaiting(state)) {
      changes.waiting.clear();
      return;
    }
    if (state?.kind === 'idle' || state?.kind === 'failed')
      this.#options.setState(folderId, { kind: 'settling' });
    if (changes.timer) clearTimeout(changes.timer);
    changes.timer = setTimeout(
      () => {
        changes.timer = null;
        if (watch.isBuilt) void this.#stageComplete(watch, changes);
        else this.#stage(folderId, changes);
      },
      Math.max(watch.quietMs, changes.pauses.waitMs(), changes.pace.waitMs(Date.now())),
    );
  }

  #missingOf({ plan }: Watch): Promise<string[] | null> {
    return (this.#options.missing ?? missingFiles)(plan.root);
  }

  /** Files that are missing without a running build are not a sign of a build. */
  async #learnMissing(watch: Watch): Promise<void> {
    const missing = await this.#missingOf(watch);
    this.#changesOf(watch.folderId).neverThere = new Set(missing);
  }

  /**
   * Stages an output once its page and the files it names exist, because a build may still be writing them.
   */
  async #stageComplete(watch: Watch, changes: Changes): Promise<void> {
    const { folderId } = watch;
    const missing = await this.#missingOf(watch);
    // Changed meanwhile, so it is checked again.
    const isOver = changes.timer !== null || changes.stagingSince !== null || changes.waiting.size === 0;
    if (isOver || this.#isPaused || this.#watches.get(folderId) !== watch) return;
    const isComplete = missing?.every((file) => changes.neverThere.has(file)) ?? false;
    changes.looks += 1;
    if (!isComplete && changes.looks < LOOKS_MAX) return this.#reportWhenQuiet(folderId);
    changes.neverThere = new Set(missing);
    changes.looks = 0;
    this.#stage(folderId, changes);
  }

  #stage(folderId: string, changes: Changes): void {
    const files = [...changes.waiting];
    const isRebuild = !changes.isFromOutside;
    changes.waiting.clear();
    changes.isFromOutside = false;
    if (isRebuild && changes.rebuilds >= REBUILDS_MAX) {
      changes.own.accept(files);
      this.#rest(folderId);
      return this.#options.setProblem(folderId, rebuildProblem(files));
    }
    changes.rebuilds = isRebuild ? changes.rebuilds + 1 : 0;
    if (this.#options.find(folderId)?.watchProblem) this.#options.setProblem(folderId, null);
    this.#options.onChange(folderId);
  }

  #calm(changes: Changes): void {
    if (changes.timer) clearTimeout(changes.timer);
    changes.timer = null;
    changes.waiting.clear();
    changes.duringBuild.clear();
    changes.isFromOutside = false;
  }

  #rest(folderId: string): void {
    if (this.#options.find(folderId)?.state.kind === 'settling')
      this.#options.setState(folderId, { kind: 'idle' });
  }
}
