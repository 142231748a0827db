import { createClient, type Send } from '@stagelink/shared/client/call';
import type { Runtime } from '@stagelink/shared/client/runtime';
import type { Folder } from '../protocol/folders.ts';
import type { Ending, FolderEvent, Obstacle, StageFacts } from './folderMachine/states.ts';
import type { Folders } from './folders.ts';
import type { PinVerifier } from './pinVerification.ts';
import type { Access, StageAccess } from './stageAccess.ts';
import type { StageJobs, StageOrder } from './stageJobs.ts';
import type { StageProgress } from './stageProgress.ts';
import { factsOf, isDraft, type StageResults } from './stageResults.ts';
import { type Outcome, outcomeOf, type StageEnd } from './stageRun.ts';
import type { Store } from './store/open.ts';

/** How a stage ended: it ran, or it could not. */
export type StageConclusion = Extract<FolderEvent, { type: 'ended' | 'deferred' }>;

export interface FolderStagerOptions {
  store: Store;
  folders: Folders;
  runtime: Runtime;
  access: StageAccess;
  jobs: StageJobs;
  progress: StageProgress;
  pinChecks: PinVerifier;
  results: StageResults;
}

/** Stages one folder, from the check whether that is possible to the stored result. */
export class FolderStager {
  readonly #options: FolderStagerOptions;

  constructor(options: FolderStagerOptions) {
    this.#options = options;
  }

  /** Returns null when the folder was removed. */
  async stage(folderId: string, order: StageOrder): Promise<StageConclusion | null> {
    const { folders, store, access, runtime } = this.#options;
    const folder = folders.find(folderId);
    if (!folder) return null;
    const allowed = await access.check(folder, order);
    if (typeof allowed === 'string') return this.#deferred(folderId, order, allowed);
    store.running.add(folderId);
    const startedAt = runtime.epochMs();
    const began = runtime.monotonicMs();
    const end = await this.#run(folder, allowed, order);
    store.running.remove(folderId);
    // The folder was removed while it was staged.
    if (!folders.find(folderId)) return null;
    if (typeof end === 'string') return this.#deferred(folderId, order, end);
    const timing = { startedAt, milliseconds: Math.round(runtime.monotonicMs() - began) };
    return this.#ended(folder, end, order, timing);
  }

  async #run(folder: Folder, { account, send }: Access, order: StageOrder): Promise<StageEnd | Obstacle> {
    const { access, jobs, progress } = this.#options;
    const { signal } = order;
    progress.began(folder.id);
    const end = await jobs.run(folder, account, order, (event) => progress.onEvent(folder.id, event));
    const outcome = end === 'unreachable' ? null : await this.#verifyPins(folder, end.outcome, send, signal);
    progress.flush();
    if (end === 'unreachable' || outcome === null) return signal.aborted ? 'cancelled' : 'unreachable';
    const presence = outcome.kind === 'failed' ? await access.presenceOf(folder) : 'there';
    return presence === 'there' ? { ...end, outcome } : presence;
  }

  /** Verifies the pins of a draft that requires it. */
  async #verifyPins(folder: Folder, outcome: Outcome, send: Send, signal: AbortSignal): Promise<Outcome> {
    if (outcome.kind !== 'staged') return outcome;
    const { pinChecks, progress } = this.#options;
    try {
      const pinResult = await pinChecks.decideDraft(folder, outcome.staged, createClient(send), signal);
      if (pinResult) progress.onPinResult(folder.id, pinResult);
      return { ...outcome, pinResult };
    } catch (cause) {
      return outcomeOf(folder, cause, outcome.read);
    }
  }

  #deferred(folderId: string, { cause }: StageOrder, obstacle: Obstacle): StageConclusion {
    return { type: 'deferred', obstacle, cause, since: this.#since(folderId) };
  }

  #ended(
    before: Folder,
    { outcome, hashes }: StageEnd,
    { cause }: StageOrder,
    timing: Pick<StageFacts, 'startedAt' | 'milliseconds'>,
  ): StageConclusion {
    const { results, runtime } = this.#options;
    const ending: Ending =
      outcome.kind === 'staged'
        ? { kind: 'staged', isDraft: isDraft(outcome), problem: results.keep(before, outcome, hashes) }
        : outcome;
    const facts = factsOf(outcome, timing);
    return {
      type: 'ended',
      ending,
      cause,
      at: runtime.epochMs(),
      since: this.#since(before.id),
      before,
      facts,
    };
  }

  /** Returns the time of the earliest request that did not run. */
  #since(folderId: string): number {
    const { store, runtime } = this.#options;
    return store.queue.of(folderId)?.since ?? runtime.epochMs();
  }
}
