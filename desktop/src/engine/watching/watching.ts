import path from 'node:path';
import type { StageEvent } from '@stagelink/shared/staging/events';
import { type FSWatcher, watch as open } from 'chokidar';
import type { Folder, FolderState, Problem } from '../../folders.ts';
import type { StageWatcher } from '../stages.ts';
import { missingFiles, Pauses } from './half.ts';
import { type ChangeSource, OwnWrites } from './ownWrites.ts';
import { Pace } from './pace.ts';
import { type WatchPlan, watchPlan } from './rules.ts';

/** Without a change, before what changed is staged: an editor that saves several files is one change. */
const QUIET_MS = 60;
/** A build that somebody else runs pauses for longer between the files it writes. */
const QUIET_BUILD_MS = 300;

/** How often an output that is not complete is looked at again, before it is staged as it is. */
const LOOKS_MAX = 100;

const AWAY: ReadonlySet<FolderState['kind']> = new Set(['missing', 'unreachable']);

/** How often in a row a folder is built because of what its own build wrote. */
const REBUILDS_MAX = 3;

/** A file's time is behind the clock by up to this: systems count it in ticks. */
const CLOCK_MS = 10;

interface Watch {
  folderId: string;
  /** What it depends on; another one begins the watch anew. */
  key: string;
  quietMs: number;
  isOutput: boolean;
  /** It is the output of a build that the person runs. */
  isBuilt: boolean;
  plan: WatchPlan;
  watcher: FSWatcher;
  /** The system would not watch it; it stays known, so that it is not begun again and again. */
  hasFailed: boolean;
}

/** What is known of a folder's changes, however often its watch begins anew. */
interface Changes {
  waiting: Set<string>;
  timer: NodeJS.Timeout | null;
  /** When the stage under way began; null while there is none. */
  stagingSince: number | null;
  own: OwnWrites;
  pace: Pace;
  /** Changed while a build runs; what that left of them is looked at when it has ended. */
  duringBuild: Map<string, number>;
  /** A file was changed by something else than a build since the last stage. */
  isFromOutside: boolean;
  /** Stages in a row that only the build before was the reason for. */
  rebuilds: number;
  /** The output its last stage was made of. */
  chosen: string | undefined;
  /** What changed while nobody watched has been looked for. */
  isCaughtUp: boolean;
  pauses: Pauses;
  /** How often the output was found incomplete since the last stage. */
  looks: number;
  /** Named by the output's page, and not there although no build was running. */
  neverThere: ReadonlySet<string>;
}

export interface WatchingOptions {
  find: (folderId: string) => Folder | undefined;
  setState: (folderId: string, state: FolderState) => void;
  /** Why changes in it are not staged by themselves; null once they are again. */
  setProblem: (folderId: string, problem: Problem | null) => void;
  /** It changed, and has been quiet since. */
  onChange: (folderId: string) => void;
  /** It is watched now, everything in it. */
  onReady?: ((folderId: string) => void) | undefined;
  /** Opens a watch on the file system; a test has one that fails. */
  open?: typeof open | undefined;
  /** Looks for the files that an output's page names; a test says what is missing. */
  missing?: typeof missingFiles | undefined;
}

/** Of a folder that is just being changed, or is not there any more: that is found out elsewhere. */
const PASSING = new Set(['', 'ENOENT', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR', 'ELOOP']);

const LIMIT_HINTS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Watch only the output folder, or raise the limit (fs.inotify.max_user_watches).',
  darwin: 'Watch only the output folder, or raise the limit (kern.maxfiles).',
};

/** A sentence for what keeps a folder from being watched; null for a fault that passes. */
export function watchProblem(cause: unknown, platform = process.platform): Problem | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (PASSING.has(code)) return null;
  const isLimit = code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
  if (!isLimit) {
    return {
      code: 'watch_failed',
      message: `Changes in this folder are not noticed, because the system cannot watch it (${code}).`,
      hint: 'Stage it yourself after a change. Switch “Stage on change” off and on to try again.',
      lines: [],
    };
  }
  return {
    code: 'watch_limit',
    message: 'Changes in this folder are not noticed: the system watches as many files as it may.',
    hint: `${LIMIT_HINTS[platform] ?? 'Watch only the output folder, or fewer folders.'} It is tried again when another folder is not watched any more.`,
    lines: [],
  };
}

const rebuildProblem = (files: readonly string[]): Problem => ({
  code: 'rebuilds',
  message: `The build itself changes “${path.basename(files[0] ?? '')}”, so it was stopped after ${REBUILDS_MAX} builds in a row.`,
  hint: 'Your next change is staged as usual. Let the build write into its output folder, or name the file in .stagelinkignore.',
  lines: files,
});

/** It goes out anyway, or waits for a person; a branch that is asked about may be left again. */
const isWaiting = (state: FolderState): boolean =>
  state.kind === 'queued' ||
  state.kind === 'signedOut' ||
  (state.kind === 'asking' && state.branch === undefined);

/** Notices changes in folders, and says so once each has been quiet for a moment. */
export class Watching implements StageWatcher {
  private readonly watches = new Map<string, Watch>();
  private readonly changes = new Map<string, Changes>();
  private readonly options: WatchingOptions;
  /** Until whoever knows says that it is not. */
  private isPaused = true;

  constructor(options: WatchingOptions) {
    this.options = options;
  }

  /** Begins, ends or changes the watch, as the folder's settings and state ask for. Says nothing new: does nothing. */
  follow(folder: Folder): void {
    const { watched, output } = folder.settings;
    const isWatched = watched !== 'off' && !AWAY.has(folder.state.kind);
    const changes = this.changesOf(folder.id);
    const key = JSON.stringify([watched, output, folder.detected?.outputs, changes.chosen]);
    const watch = this.watches.get(folder.id);
    if (isWatched && watch?.key === key) return;
    if (watch) this.end(watch);
    if (isWatched) this.begin(folder, key);
    else {
      this.calm(changes);
      this.rest(folder.id);
    }
    if (folder.watchProblem) this.options.setProblem(folder.id, null);
  }

  forget(folderId: string): void {
    const watch = this.watches.get(folderId);
    if (watch) this.end(watch);
    this.calm(this.changesOf(folderId));
    this.changes.delete(folderId);
  }

  /** What changes meanwhile is staged when it goes on. */
  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    for (const [folderId, changes] of this.changes) {
      if (!isPaused) this.settle(folderId);
      else if (changes.timer) {
        clearTimeout(changes.timer);
        changes.timer = null;
        this.rest(folderId);
      }
    }
  }

  async close(): Promise<void> {
    for (const changes of this.changes.values()) this.calm(changes);
    await Promise.all([...this.watches.values()].map(({ watcher }) => watcher.close()));
    this.watches.clear();
  }

  began(folderId: string): void {
    const changes = this.changesOf(folderId);
    this.calm(changes);
    changes.stagingSince = Date.now();
  }

  heard(folderId: string, event: StageEvent): void {
    const { own, pace } = this.changesOf(folderId);
    if (event.type === 'offered') pace.count(Date.now());
    if (event.type === 'build_started' && event.command.step === 'build') own.buildBegan(Date.now());
    if (event.type === 'build_finished' && event.step === 'build') this.buildEnded(folderId);
    if (event.type === 'output_chosen') this.choose(folderId, event.folder);
  }

  ended(folderId: string): void {
    const changes = this.changesOf(folderId);
    changes.stagingSince = null;
    // No event says when a build that failed has ended.
    this.buildEnded(folderId);
    this.settle(folderId);
  }

  private buildEnded(folderId: string): void {
    const { own, duringBuild } = this.changesOf(folderId);
    own.buildEnded(Date.now());
    const files = [...duringBuild];
    duringBuild.clear();
    void this.weighEach(folderId, files);
  }

  /** One after the other: a build may have written thousands. */
  private async weighEach(folderId: string, files: readonly [string, number][]): Promise<void> {
    const watch = this.watches.get(folderId);
    if (watch) for (const [file, changedAt] of files) await this.weigh(watch, file, changedAt);
  }

  private changesOf(folderId: string): Changes {
    const known = this.changes.get(folderId);
    if (known) return known;
    const fresh: Changes = {
      waiting: new Set(),
      timer: null,
      stagingSince: null,
      own: new OwnWrites(),
      pace: new Pace(),
      duringBuild: new Map(),
      isFromOutside: false,
      rebuilds: 0,
      chosen: undefined,
      isCaughtUp: false,
      pauses: new Pauses(),
      looks: 0,
      neverThere: new Set(),
    };
    this.changes.set(folderId, fresh);
    return fresh;
  }

  /** Now it is known where the output is, so nothing in it counts as a source. */
  private choose(folderId: string, output: string): void {
    const changes = this.changesOf(folderId);
    if (changes.chosen === output) return;
    changes.chosen = output;
    const folder = this.options.find(folderId);
    if (!folder || !this.watches.has(folderId)) return;
    const { ignores } = watchPlan(folder, output);
    for (const file of changes.waiting) if (ignores(file, false)) changes.waiting.delete(file);
    this.follow(folder);
  }

  /** The moment from which on changes were missed; null when none were, or when it is of no use to try them. */
  private missedSince({ id, lastStagedAt, state }: Folder): number | null {
    const changes = this.changesOf(id);
    if (changes.isCaughtUp) return null;
    changes.isCaughtUp = true;
    return state.kind === 'idle' ? lastStagedAt : null;
  }

  private begin(folder: Folder, key: string): void {
    const since = this.missedSince(folder);
    const plan = watchPlan(folder, this.changesOf(folder.id).chosen);
    const isOutput = folder.settings.watched === 'output';
    const watcher = (this.options.open ?? open)(plan.root, {
      ignoreInitial: since === null,
      followSymlinks: false,
      ignorePermissionErrors: true,
      alwaysStat: true,
      ignored: (file, stats) => plan.ignores(file, stats?.isDirectory() ?? false),
    });
    const isBuilt = isOutput && folder.detected?.kind === 'build';
    const quietMs = isBuilt ? QUIET_BUILD_MS : QUIET_MS;
    const watch: Watch = {
      folderId: folder.id,
      key,
      quietMs,
      isOutput,
      isBuilt,
      plan,
      watcher,
      hasFailed: false,
    };
    this.watches.set(folder.id, watch);
    if (isBuilt) void this.learnMissing(watch);
    let isInitial = true;
    watcher.on('all', (event, file, stats) => {
      const changedAt = stats?.ctimeMs ?? Date.now();
      // A folder tells, too, that something went out of it.
      if (isInitial && since !== null && changedAt + CLOCK_MS < since) return;
      // A new folder without a file in it changes nothing that could be staged.
      if (isInitial || event !== 'addDir') this.notice(watch, file, changedAt);
    });
    watcher.on('error', (cause) => {
      const problem = watchProblem(cause);
      if (!problem || watch.hasFailed) return;
      watch.hasFailed = true;
      void watcher.close();
      this.options.setProblem(folder.id, problem);
    });
    watcher.on('ready', () => {
      isInitial = false;
      this.options.onReady?.(folder.id);
    });
  }

  private end(watch: Watch): void {
    this.watches.delete(watch.folderId);
    void watch.watcher.close().then(() => this.beginFailed());
  }

  /** What could not be watched may be now. */
  private beginFailed(): void {
    const failed = [...this.watches.values()].filter(({ hasFailed }) => hasFailed);
    for (const { folderId } of failed) {
      const folder = this.options.find(folderId);
      this.watches.delete(folderId);
      if (folder) this.follow(folder);
    }
  }

  private notice(watch: Watch, file: string, changedAt: number): void {
    if (this.watches.get(watch.folderId) !== watch) return;
    const { own, duringBuild, stagingSince } = this.changesOf(watch.folderId);
    // A late notice of what the stage under way has read.
    if (stagingSince !== null && changedAt + CLOCK_MS < stagingSince) return;
    if (watch.isOutput) {
      // Its own build writes the output, and that is staged already.
      if (!own.isDuringBuild(changedAt)) this.keep(watch, file, 'outside');
    } else if (own.isBuilding && own.isDuringBuild(changedAt)) duringBuild.set(file, changedAt);
    else void this.weigh(watch, file, changedAt);
  }

  /** Finds out whether a change is a reason to stage. */
  private async weigh(watch: Watch, file: string, changedAt: number): Promise<void> {
    const source = await this.changesOf(watch.folderId).own.sourceOf(file, changedAt);
    if (source && this.watches.get(watch.folderId) === watch) this.keep(watch, file, source);
  }

  private keep({ folderId, isBuilt }: Watch, file: string, source: ChangeSource): void {
    const changes = this.changesOf(folderId);
    changes.waiting.add(file);
    changes.looks = 0;
    if (isBuilt) changes.pauses.wrote(Date.now());
    if (source === 'outside') changes.isFromOutside = true;
    this.settle(folderId);
  }

  /** Waits until it is quiet, then says that it changed; a stage under way comes to its end first. */
  private settle(folderId: string): void {
    const changes = this.changesOf(folderId);
    const watch = this.watches.get(folderId);
    if (this.isPaused || changes.stagingSince !== null || changes.waiting.size === 0 || !watch) return;
    const state = this.options.find(folderId)?.state;
    if (state && isWaiting(state)) {
      changes.waiting.clear();
      return;
    }
    if (state?.kind === 'idle' || state?.kind === 'failed')
      this.options.setState(folderId, { kind: 'settling' });
    if (changes.timer) clearTimeout(changes.timer);
    changes.timer = setTimeout(
      () => {
        changes.timer = null;
        if (watch.isBuilt) void this.stageComplete(watch, changes);
        else this.stage(folderId, changes);
      },
      Math.max(watch.quietMs, changes.pauses.waitMs(), changes.pace.waitMs(Date.now())),
    );
  }

  private missingOf({ plan }: Watch): Promise<string[] | null> {
    return (this.options.missing ?? missingFiles)(plan.root);
  }

  /** What is missing while nothing is built is no sign of a build. */
  private async learnMissing(watch: Watch): Promise<void> {
    const missing = await this.missingOf(watch);
    this.changesOf(watch.folderId).neverThere = new Set(missing);
  }

  /** Stages an output once its page and what that names are there; its build may be writing them still. */
  private async stageComplete(watch: Watch, changes: Changes): Promise<void> {
    const { folderId } = watch;
    const missing = await this.missingOf(watch);
    // It changed meanwhile, and is looked at again.
    const isOver = changes.timer !== null || changes.stagingSince !== null || changes.waiting.size === 0;
    if (isOver || this.isPaused || this.watches.get(folderId) !== watch) return;
    const isComplete = missing?.every((file) => changes.neverThere.has(file)) ?? false;
    changes.looks += 1;
    if (!isComplete && changes.looks < LOOKS_MAX) return this.settle(folderId);
    changes.neverThere = new Set(missing);
    changes.looks = 0;
    this.stage(folderId, changes);
  }

  private stage(folderId: string, changes: Changes): void {
    const files = [...changes.waiting];
    const isRebuild = !changes.isFromOutside;
    changes.waiting.clear();
    changes.isFromOutside = false;
    if (isRebuild && changes.rebuilds >= REBUILDS_MAX) {
      changes.own.accept(files);
      this.rest(folderId);
      return this.options.setProblem(folderId, rebuildProblem(files));
    }
    changes.rebuilds = isRebuild ? changes.rebuilds + 1 : 0;
    if (this.options.find(folderId)?.watchProblem) this.options.setProblem(folderId, null);
    this.options.onChange(folderId);
  }

  private calm(changes: Changes): void {
    if (changes.timer) clearTimeout(changes.timer);
    changes.timer = null;
    changes.waiting.clear();
    changes.duringBuild.clear();
    changes.isFromOutside = false;
  }

  private rest(folderId: string): void {
    if (this.options.find(folderId)?.state.kind === 'settling')
      this.options.setState(folderId, { kind: 'idle' });
  }
}
