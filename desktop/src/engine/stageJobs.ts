import type { BuildLimits } from '@stagelink/shared/staging/node/build';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { EngineAccount } from '../protocol/engine.ts';
import type { Folder } from '../protocol/folders.ts';
import type { LoginEnvironment } from './environment.ts';
import type { Cause } from './folderMachine/states.ts';
import { outcomeOf, type StageEnd, type StageJob } from './stageRun.ts';
import type { Store } from './store/open.ts';
import type { FolderWork } from './work/folderWork.ts';

/** A stage as it was requested. */
export interface StageOrder {
  cause: Cause;
  /** Fingerprints that the user agreed to for this stage. */
  agreed: readonly string[];
  /** The user's answers since the start, by `questionKey`. */
  answers: ReadonlyMap<string, boolean>;
  signal: AbortSignal;
}

export interface StageJobsOptions {
  store: Store;
  environment: LoginEnvironment;
  work: FolderWork;
  buildLimits?: BuildLimits | undefined;
  linksFolder?: string | undefined;
}

/** `unreachable`: the folder's disk stopped responding. */
type JobEnd = StageEnd | 'unreachable';

const isProgramMissing = (end: JobEnd): boolean =>
  end !== 'unreachable' &&
  end.outcome.kind === 'failed' &&
  end.outcome.problem.code === 'package_manager_missing';

/** Runs stages in their threads, with all that the engine knows about their folders. */
export class StageJobs {
  readonly #options: StageJobsOptions;

  constructor(options: StageJobsOptions) {
    this.#options = options;
  }

  /** Stages once, up to a version that may need its pins verified. */
  async run(
    folder: Folder,
    account: EngineAccount,
    order: StageOrder,
    onEvent: (event: StageEvent) => void,
  ): Promise<JobEnd> {
    const { environment } = this.#options;
    const attempt = async () => this.#run(await this.#jobFor(folder, account, order), onEvent, order.signal);
    const end = await attempt();
    // The program may have been installed since the shell ran, or the shell may have been late.
    return isProgramMissing(end) && (await environment.refresh()) ? attempt() : end;
  }

  async #run(job: StageJob, onEvent: (event: StageEvent) => void, signal: AbortSignal): Promise<JobEnd> {
    const { store, work } = this.#options;
    const { folder, by } = job;
    const end = await work.stage(job, onEvent, signal).catch((thrown: unknown): StageEnd => ({
      // The thread itself ended.
      outcome: outcomeOf(folder, thrown, null),
      hashes: { fresh: new Map(), stale: [] },
      branch: null,
    }));
    if (end !== 'unreachable' && end.branch !== null && end.branch !== by.lastBranch)
      store.builtBranches.put(folder.id, end.branch);
    return end;
  }

  async #jobFor(folder: Folder, account: EngineAccount, order: StageOrder): Promise<StageJob> {
    const { store, environment, buildLimits, linksFolder } = this.#options;
    const { cause, agreed, answers } = order;
    const requestedBy = this.#requestedBy(folder.id, cause);
    return {
      folder,
      cause,
      account,
      // When the output is watched, the user runs the build.
      build: !(folder.settings.watched === 'output' && requestedBy === 'change'),
      before: folder.link && store.manifests.of(folder.id, folder.link.snapshotId),
      hashes: store.hashes.of(folder.id),
      by: { isPerson: requestedBy === 'person', lastBranch: store.builtBranches.of(folder.id) },
      agreed: new Set([...store.agreements.of(folder.id), ...agreed]),
      answers,
      environment: await environment.of(folder.path),
      buildLimits,
      linksFolder,
    };
  }

  /** A queued stage keeps its original cause. */
  #requestedBy(folderId: string, cause: Cause): Cause {
    return cause === 'queue' ? (this.#options.store.queue.of(folderId)?.cause ?? cause) : cause;
  }
}
