import { ApiError, type Send } from '@stagelink/shared/client';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import type { BuildLimits } from '@stagelink/shared/staging/build';
import { consentLines } from '@stagelink/shared/staging/consent';
import { StageError } from '@stagelink/shared/staging/errors';
import type { Command, StageEvent } from '@stagelink/shared/staging/events';
import { gitState } from '@stagelink/shared/staging/git';
import type { CachedHash, HashedFile } from '@stagelink/shared/staging/manifest';
import { linkedSnapshot } from '@stagelink/shared/staging/projectLink';
import { type About, stage } from '@stagelink/shared/staging/stage';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import type { RetryPolicy } from '@stagelink/shared/staging/upload';
import type { Folder, Problem, StageRecord } from '../folders.ts';
import type { Environment } from './environment.ts';
import type { Looked } from './pinChecks.ts';
import { toProblem } from './problems.ts';
import type { EngineAccount } from './protocol.ts';
import type { Manifest } from './store/manifests.ts';
import { type HashNews, StageHashes } from './work/stageHashes.ts';

/** Little: what cannot go out now is queued, and goes on from what has arrived. */
const RETRY: RetryPolicy = { attempts: 3, baseMs: 300, maxMs: 2_000 };

/** All that a stage has to know. */
export interface StageJob {
  folder: Folder;
  cause: StageRecord['cause'];
  /** False: what lies in the output is staged as it is. */
  build: boolean;
  /** What its snapshot shows as far as it is known. */
  before: Manifest | null;
  hashes: ReadonlyMap<string, CachedHash>;
  /** Whether its person began it, and the branch it was built on last by them. */
  by: { isPerson: boolean; lastBranch: string | null };
  /** The fingerprints of the commands that may be run. */
  agreed: ReadonlySet<string>;
  account: EngineAccount;
  environment: Environment;
  buildLimits: BuildLimits | undefined;
}

/** What a stage needs beside its job, where it runs. */
export interface StageHands {
  send: Send;
  surroundings: Surroundings;
  signal: AbortSignal;
  hear: (event: StageEvent) => void;
}

export interface StageEnd {
  outcome: Outcome;
  hashes: HashNews;
  /** The branch it was built on with its person's knowledge; null: none, or another one than that. */
  branch: string | null;
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
function aboutOf({ link, name, path, settings }: Folder, server: string): About {
  const snapshotId = link?.snapshotId ?? linkedSnapshot(path, server);
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

/** How a stage ended that threw `cause`. */
export function outcomeOf(folder: Folder, cause: unknown, read: Read | null): Outcome {
  if (cause instanceof StageError) {
    if (cause.code === 'cancelled') return { kind: 'cancelled', read };
    const seconds = limitedFor(cause);
    if (seconds !== null) return { kind: 'limited', seconds, read };
    if (cause.code === 'snapshot_gone' && folder.link)
      return { kind: 'failed', problem: goneLink(folder), read };
  }
  return { kind: 'failed', problem: toProblem(cause), read };
}

function branchOf(folder: string): string | null {
  const { gitBranch, gitCommit } = gitState(folder);
  return gitBranch ?? gitCommit?.slice(0, 12) ?? null;
}

/**
 * The branch that a folder would be built on for the first time without its person: a checkout of what others wrote
 * must not run by itself. Null when there is nothing to ask.
 */
const newBranch = (branch: string | null, { isPerson, lastBranch }: StageJob['by']): string | null =>
  !isPerson && lastBranch !== null && lastBranch !== branch ? branch : null;

/** Stages a folder once. Nothing is thrown: each way it can end is an outcome. */
export async function runStage(job: StageJob, hands: StageHands): Promise<StageEnd> {
  const hashes = new StageHashes(job.hashes);
  try {
    const branch = branchOf(job.folder.path);
    const asked = newBranch(branch, job.by);
    const outcome = await stageOnce(job, hands, hashes, asked);
    return { outcome, hashes: hashes.news(), branch: asked === null ? branch : null };
  } catch (cause) {
    return { outcome: outcomeOf(job.folder, cause, null), hashes: hashes.news(), branch: null };
  }
}

async function stageOnce(
  job: StageJob,
  { send, surroundings, signal, hear }: StageHands,
  hashes: StageHashes,
  branch: string | null,
): Promise<Outcome> {
  const { folder, cause, before } = job;
  const { buildCommand, output, variables } = folder.settings;
  let read: Read | null = null;
  let asked: readonly Command[] = [];
  try {
    const events = stage({
      folder: folder.path,
      about: aboutOf(folder, job.account.server),
      client: 'desktop',
      publish: 'unless_pinned',
      send,
      surroundings,
      environment: job.environment,
      variables,
      signal,
      buildCommand: buildCommand ?? undefined,
      build: job.build ? undefined : false,
      output: output ?? undefined,
      cache: hashes,
      buildLimits: job.buildLimits,
      retry: RETRY,
      consent: (_where, commands) => {
        asked = commands;
        return (
          branch === null && fingerprintsOf(commands).every((fingerprint) => job.agreed.has(fingerprint))
        );
      },
      isNews: (files) => {
        read = readOf(files, before);
        return cause !== 'change' || before === null || read.changedFiles > 0;
      },
    });
    for await (const event of events) {
      hear(event);
      if (event.type === 'done') return { kind: 'staged', staged: event.staged, looked: null, read };
      if (event.type === 'unchanged') return { kind: 'unchanged', read };
    }
    throw new Error('the stage ended without a link and without a reason');
  } catch (thrown) {
    if (thrown instanceof StageError && thrown.code === 'build_refused')
      return asking(folder, asked, branch, read);
    return outcomeOf(folder, thrown, read);
  }
}
