import type { Runtime } from '@stagelink/shared/client/runtime';
import type { Folder, Link, Problem } from '../protocol/folders.ts';
import { toProblem } from './errors.ts';
import type { StageFacts } from './folderMachine/states.ts';
import type { Folders } from './folders.ts';
import type { Outcome } from './stageRun.ts';
import type { Store } from './store/open.ts';
import type { HashChanges } from './work/stageHashes.ts';

type Staged = Outcome & { kind: 'staged' };

/** Whether its pins have worse results, so that the user decides. */
export const isDraft = ({ pinResult }: Staged): boolean => pinResult !== null && !pinResult.isPublished;

function linkOf(outcome: Staged): Link {
  const { staged, pinResult } = outcome;
  const { snapshot, version, url } = staged;
  const isWaiting = isDraft(outcome);
  return {
    snapshotId: snapshot.id,
    name: snapshot.name,
    url,
    password: snapshot.password ?? staged.password,
    version: isWaiting ? snapshot.version : version,
    waiting: isWaiting && pinResult ? { version, pins: pinResult.pins } : null,
  };
}

/** Returns what is recorded about a stage. */
export function factsOf(
  outcome: Outcome,
  timing: Pick<StageFacts, 'startedAt' | 'milliseconds'>,
): StageFacts {
  const { read } = outcome;
  const isStaged = outcome.kind === 'staged';
  return {
    ...timing,
    files: read?.manifest.size ?? null,
    bytes: read?.bytes ?? null,
    changedFiles: read?.changedFiles ?? null,
    version: isStaged ? outcome.staged.version : null,
    url: isStaged ? outcome.staged.url : null,
    pins: isStaged ? (outcome.pinResult?.pins ?? null) : null,
  };
}

export interface StageResultsOptions {
  store: Store;
  folders: Folders;
  runtime: Runtime;
}

/** Stores what a stage published. */
export class StageResults {
  readonly #options: StageResultsOptions;

  constructor(options: StageResultsOptions) {
    this.#options = options;
  }

  /** Returns why it could not be stored. The link works anyway and is shown until the engine ends. */
  keep(folder: Folder, outcome: Staged, hashes: HashChanges): Problem | null {
    const { store, folders, runtime } = this.#options;
    const { read, staged } = outcome;
    const change = { link: linkOf(outcome), lastStagedAt: runtime.epochMs() };
    try {
      store.together(() => {
        store.hashes.keep(folder.id, hashes);
        if (read) store.manifests.put(folder.id, staged.snapshot.id, read.manifest);
        store.queue.remove(folder.id);
        folders.change(folder.id, change);
      });
      return null;
    } catch (thrown) {
      folders.show({ ...folders.get(folder.id), ...change });
      return toProblem(thrown);
    }
  }
}
