import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { watch as open } from 'chokidar';
import type { Folder, FolderState, Problem } from '../../protocol/folders.ts';
import { rebuildProblem } from '../folderMachine/problems.ts';
import type { FolderEvent } from '../folderMachine/states.ts';
import type { StageWatcher } from '../stageProgress.ts';
import { ChangeFilter, CLOCK_MS } from './changeFilter.ts';
import { type FileNotice, FolderWatch, watchKey } from './folderWatch.ts';
import { missingFiles } from './half.ts';
import { MissedChanges } from './missedChanges.ts';
import type { ChangeSource } from './ownWrites.ts';
import { Quiet } from './quiet.ts';
import { watchProblem } from './watchProblem.ts';

const AWAY: ReadonlySet<FolderState['kind']> = new Set(['missing', 'unreachable']);

/** What is known about a folder's changes, kept across restarts of its watch. */
interface Watched {
  watch: FolderWatch | null;
  filter: ChangeFilter;
  missed: MissedChanges;
  quiet: Quiet;
  /** Output of the last stage. */
  chosen: string | undefined;
}

export interface WatchingOptions {
  find: (folderId: string) => Folder | undefined;
  /** Sends the folder's machine an event. */
  send: (folderId: string, event: FolderEvent) => void;
  /** Sets or clears the error that stops staging on change. */
  setProblem: (folderId: string, problem: Problem | null) => void;
  /** The watch is complete. */
  onReady?: ((folderId: string) => void) | undefined;
  /** Opens a watch on the file system; replaced in tests. */
  open?: typeof open | undefined;
  /** Finds missing files of an output's page; replaced in tests. */
  missing?: typeof missingFiles | undefined;
}

/** Watches folders, reports changes to their machines, and waits and looks as those decide. */
export class Watching implements StageWatcher {
  readonly #watched = new Map<string, Watched>();
  readonly #options: WatchingOptions;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /**
   * Starts, stops or restarts a watch as settings and state require; does nothing when they are unchanged.
   */
  follow(folder: Folder): void {
    const watched = this.#of(folder.id);
    const isWanted = folder.settings.watched !== 'off' && !AWAY.has(folder.state.kind);
    if (isWanted && watched.watch?.key === watchKey(folder, watched.chosen)) return;
    const { watch } = watched;
    if (watch) this.#end(watched, watch);
    if (isWanted) this.#begin(folder, watched);
    else {
      if (folder.settings.watched === 'off') watched.missed.forget();
      if (watch) this.#options.send(folder.id, { type: 'watched', watch: 'none' });
    }
    if (folder.watchProblem) this.#options.setProblem(folder.id, null);
  }

  forget(folderId: string): void {
    const watched = this.#of(folderId);
    watched.quiet.stop();
    this.#watched.delete(folderId);
    if (watched.watch) this.#end(watched, watched.watch);
  }

  async close(): Promise<void> {
    const all = [...this.#watched];
    this.#watched.clear();
    for (const [folderId, { quiet }] of all) {
      quiet.stop();
      this.#options.send(folderId, { type: 'watched', watch: 'none' });
    }
    await Promise.all(all.map(([, { watch }]) => watch?.close()));
  }

  began(folderId: string): void {
    const { filter, missed } = this.#of(folderId);
    const at = Date.now();
    filter.stageBegan(at);
    missed.staged(at);
  }

  onEvent(folderId: string, event: StageEvent): void {
    const { filter, quiet } = this.#of(folderId);
    if (event.type === 'offered') quiet.count();
    if (event.type === 'build_started' && event.command.step === 'build') filter.buildBegan();
    if (event.type === 'build_finished' && event.step === 'build') filter.buildEnded();
    if (event.type === 'output_chosen') this.#choose(folderId, event.folder);
  }

  ended(folderId: string): void {
    this.#of(folderId).filter.stageEnded();
  }

  waitForQuiet(folderId: string): void {
    const { watch, quiet } = this.#of(folderId);
    if (watch) quiet.wait(watch.quietMs, () => this.#options.send(folderId, { type: 'quiet' }));
  }

  stopWaiting(folderId: string): void {
    this.#of(folderId).quiet.stop();
  }

  dropChanges(folderId: string): void {
    const { quiet, filter } = this.#of(folderId);
    quiet.stop();
    filter.drop();
  }

  acceptRebuild(folderId: string): void {
    this.#options.setProblem(folderId, rebuildProblem(this.#of(folderId).filter.accept()));
  }

  /** Looks whether an output's page and the files it names exist, because a build may still be writing them. */
  inspect(folderId: string): void {
    void this.#reportMissing(folderId, 'inspected');
  }

  async #reportMissing(folderId: string, type: 'inspected' | 'learned'): Promise<void> {
    const { watch } = this.#of(folderId);
    if (!watch) return;
    const missing = await (this.#options.missing ?? missingFiles)(watch.plan.root);
    if (this.#watched.get(folderId)?.watch === watch) this.#options.send(folderId, { type, missing });
  }

  #of(folderId: string): Watched {
    const known = this.#watched.get(folderId);
    if (known) return known;
    const fresh: Watched = {
      watch: null,
      filter: new ChangeFilter((file, source) => this.#report(folderId, fresh, file, source)),
      missed: new MissedChanges(),
      quiet: new Quiet(),
      chosen: undefined,
    };
    this.#watched.set(folderId, fresh);
    return fresh;
  }

  /** Excludes the output, which is now known, from the sources. */
  #choose(folderId: string, output: string): void {
    const watched = this.#of(folderId);
    if (watched.chosen === output) return;
    watched.chosen = output;
    const folder = this.#options.find(folderId);
    if (!folder || !watched.watch) return;
    this.follow(folder);
    const { watch } = watched;
    if (!watched.filter.exclude((file) => watch.ignores(file)))
      this.#options.send(folderId, { type: 'excluded' });
  }

  #begin(folder: Folder, watched: Watched): void {
    const { id } = folder;
    const { isCaughtUp } = watched.missed;
    const since = watched.missed.take(folder);
    const { open, onReady } = this.#options;
    const watch = new FolderWatch(folder, watched.chosen, {
      isInitialWanted: since !== null,
      onEvent: (notice) => this.#notice(watched, watch, notice, { isCaughtUp, since }),
      onReady: () => onReady?.(id),
      onError: (cause) => this.#fail(id, watch, cause),
      open,
    });
    watched.watch = watch;
    this.#options.send(id, { type: 'watched', watch: watch.isBuilt ? 'buildOutput' : 'files' });
    // Files that are missing without a running build are not a sign of a build.
    if (watch.isBuilt) void this.#reportMissing(id, 'learned');
  }

  #notice(
    { watch: current, filter }: Watched,
    watch: FolderWatch,
    { file, isNewFolder, stats, isInitial }: FileNotice,
    { isCaughtUp, since }: { isCaughtUp: boolean; since: number | null },
  ): void {
    const changedAt = filter.changedAt(stats, isInitial);
    if (isInitial && since !== null && changedAt + CLOCK_MS < since) return;
    // An empty new folder changes nothing; one that changed before the companion started may lack files.
    if (isNewFolder && !(isInitial && !isCaughtUp)) return;
    if (current === watch) filter.notice({ file, changedAt, isOutput: watch.isOutput });
  }

  #fail(folderId: string, watch: FolderWatch, cause: unknown): void {
    const problem = watchProblem(cause);
    if (!problem || watch.hasFailed) return;
    watch.hasFailed = true;
    void watch.close();
    this.#options.setProblem(folderId, problem);
  }

  /** A change of a file that the watch meanwhile excludes is none. */
  #report(folderId: string, { watch, filter, quiet }: Watched, file: string, source: ChangeSource): void {
    if (!watch || watch.ignores(file)) return;
    if (watch.isBuilt) quiet.wrote();
    filter.keep(file);
    this.#options.send(folderId, { type: 'changed', source });
  }

  #end(watched: Watched, watch: FolderWatch): void {
    this.#remove(watched, watch);
    void watch.close().then(() => this.#beginFailed());
  }

  #remove(watched: Watched, watch: FolderWatch): void {
    watched.watch = null;
    watched.missed.interrupted(watch.beganAt);
  }

  /** Retries failed watches, since a watch that ended made room. */
  #beginFailed(): void {
    for (const [folderId, watched] of this.#watched) {
      const { watch } = watched;
      if (!watch?.hasFailed) continue;
      this.#remove(watched, watch);
      const folder = this.#options.find(folderId);
      if (folder) this.follow(folder);
    }
  }
}
