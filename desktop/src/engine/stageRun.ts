import { ApiError, type Send } from '@stagelink/shared/client';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import type { BuildLimits } from '@stagelink/shared/staging/build';
import { consentLines } from '@stagelink/shared/staging/consent';
import { StageError } from '@stagelink/shared/staging/errors';
import type { Command, StageEvent } from '@stagelink/shared/staging/events';
import type { HashedFile } from '@stagelink/shared/staging/manifest';
import { linkedSnapshot } from '@stagelink/shared/staging/projectLink';
import { type About, stage } from '@stagelink/shared/staging/stage';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import type { RetryPolicy } from '@stagelink/shared/staging/upload';
import type { Folder, Problem, StageRecord } from '../folders.ts';
import type { Environment } from './environment.ts';
import type { Looked } from './pinChecks.ts';
import { toProblem } from './problems.ts';
import type { FolderHashes } from './store/hashes.ts';
import type { Manifest } from './store/manifests.ts';

/** Little: what cannot go out now is queued, and goes on from what has arrived. */
const RETRY: RetryPolicy = { attempts: 3, baseMs: 300, maxMs: 2_000 };

export interface StageRun {
  folder: Folder;
  cause: StageRecord['cause'];
  /** False: what lies in the output is staged as it is. */
  build: boolean;
  /** What its snapshot shows as far as it is known. */
  before: Manifest | null;
  hashes: FolderHashes;
  /** A branch that has to be asked for before anything is run; null: none. */
  newBranch: string | null;
  hasAgreed: (fingerprints: readonly string[]) => boolean;
  /** The address of the account's server; null when it is not known. */
  server: string | null;
  send: Send;
  environment: Environment;
  surroundings: Surroundings;
  buildLimits: BuildLimits | undefined;
  signal: AbortSignal;
  hear: (event: StageEvent) => void;
  /** Has the pins looked for on a version that waits for it; null when it does not. */
  settle: (staged: Staged) => Promise<Looked | null>;
}

/** What was read of the folder, as far as it came. */
interface Read {
  manifest: Manifest;
  bytes: number;
  changedFiles: number;
}

export type Outcome = { read: Read | null } & (
  | { kind: 'staged'; staged: Staged; looked: Looked | null }
  | { kind: 'unchanged' }
  | { kind: 'cancelled' }
  | {
      kind: 'asking';
      commands: readonly string[];
      fingerprints: readonly string[];
      branch: string | null;
    }
  /** The server takes no more for so long. */
  | { kind: 'limited'; seconds: number }
  | { kind: 'failed'; problem: Problem }
);

/** A folder's own link counts first, then the one that its project file names on this server. */
function aboutOf({ link, name, path, settings }: Folder, server: string | null): About {
  const snapshotId = link?.snapshotId ?? (server === null ? null : linkedSnapshot(path, server));
  if (snapshotId !== null) return { snapshotId };
  return { name: name.slice(0, NAME_MAX), password: settings.isProtected ? 'generate' : null };
}

function readOf(files: readonly HashedFile[], before: Manifest | null): Read {
  const manifest = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const written = files.filter(({ path, sha256 }) => before?.get(path) !== sha256).length;
  const removed = [...(before?.keys() ?? [])].filter((path) => !manifest.has(path)).length;
  return {
    manifest,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changedFiles: written + removed,
  };
}

/** The snapshot a folder is linked to is no more: a sentence of our own says so, and how to go on. */
const goneLink = ({ link }: Folder): Problem => ({
  code: 'snapshot_gone',
  message: `“${link?.name}”, which this folder is staged to, was deleted or has expired.`,
  hint: 'Unlink it, and the next stage makes a new link.',
  lines: [],
});

const fingerprintsOf = (commands: readonly Command[]): string[] =>
  commands.map(({ fingerprint }) => fingerprint);

const asking = (
  { path }: Folder,
  commands: readonly Command[],
  branch: string | null,
  read: Read | null,
): Outcome => ({
  kind: 'asking',
  commands: consentLines(path, commands),
  fingerprints: fingerprintsOf(commands),
  branch,
  read,
});

const LIMITED_SECONDS = 60;

/** How long the server takes no more of this account; null when that is not why it failed. */
function limitedFor({ cause }: StageError): number | null {
  if (!(cause instanceof ApiError) || cause.code !== 'rate_limited') return null;
  return cause.retryAfter ?? LIMITED_SECONDS;
}

/** Stages a folder once. Nothing is thrown: each way it can end is an outcome. */
export async function runStage(run: StageRun): Promise<Outcome> {
  const { folder, cause, before } = run;
  const { buildCommand, output } = folder.settings;
  let read: Read | null = null;
  let asked: readonly Command[] = [];
  try {
    const events = stage({
      folder: folder.path,
      about: aboutOf(folder, run.server),
      client: 'desktop',
      publish: 'unless_pinned',
      send: run.send,
      surroundings: run.surroundings,
      environment: run.environment,
      signal: run.signal,
      buildCommand: buildCommand ?? undefined,
      build: run.build ? undefined : false,
      output: output ?? undefined,
      cache: run.hashes,
      buildLimits: run.buildLimits,
      retry: RETRY,
      consent: (_where, commands) => {
        asked = commands;
        return run.newBranch === null && run.hasAgreed(fingerprintsOf(commands));
      },
      isNews: (files) => {
        read = readOf(files, before);
        return cause !== 'change' || before === null || read.changedFiles > 0;
      },
    });
    for await (const event of events) {
      run.hear(event);
      if (event.type === 'done') {
        const { staged } = event;
        return { kind: 'staged', staged, looked: await run.settle(staged), read };
      }
      if (event.type === 'unchanged') return { kind: 'unchanged', read };
    }
    throw new Error('the stage ended without a link and without a reason');
  } catch (cause) {
    if (cause instanceof StageError) {
      if (cause.code === 'cancelled') return { kind: 'cancelled', read };
      const seconds = limitedFor(cause);
      if (seconds !== null) return { kind: 'limited', seconds, read };
      if (cause.code === 'build_refused') return asking(folder, asked, run.newBranch, read);
      if (cause.code === 'snapshot_gone' && folder.link)
        return { kind: 'failed', problem: goneLink(folder), read };
    }
    return { kind: 'failed', problem: toProblem(cause), read };
  }
}
