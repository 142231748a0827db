import { ApiError, createClient, type Send } from '@stagelink/shared/client/call';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import type { BuildLimits } from '@stagelink/shared/staging/node/build';
import { consentLines } from '@stagelink/shared/staging/node/consent';
import { UserError } from '@stagelink/shared/client/userError';
import { areCovered, fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import type { Command, StageEvent } from '@stagelink/shared/staging/core/events';
import { gitState } from '@stagelink/shared/staging/node/git';
import type { CachedHash, HashedFile } from '@stagelink/shared/staging/node/manifest';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import type { SnapshotSettings } from '@stagelink/shared/staging/core/uploadPlan';
import {
  FolderLinks,
  type FolderRecord,
  settle,
  stageLinked,
} from '@stagelink/shared/staging/node/folderLinks/index';
import type { Runtime } from '@stagelink/shared/client/runtime';
import type { RetryPolicy } from '@stagelink/shared/client/retry';
import type { Folder, FolderQuestion, Problem, StageRecord } from '../protocol/folders.ts';
import type { Environment } from './nodeVersion.ts';
import type { PinResult } from './pinVerification.ts';
import { toProblem } from './errors.ts';
import { recordOf, type RecordedFolder } from './folderRecord.ts';
import type { Manifest } from './store/manifests.ts';
import { type HashChanges, StageHashes } from './work/stageHashes.ts';

/** Few attempts: what fails now is queued and resumes from what arrived. */
const RETRY: RetryPolicy = { attempts: 3, baseMs: 300, maxMs: 2_000 };

export interface StageJob extends RecordedFolder {
  cause: StageRecord['cause'];
  /** False: stage the existing output without building. */
  build: boolean;
  /** Files its snapshot shows, as far as known. */
  before: Manifest | null;
  hashes: ReadonlyMap<string, CachedHash>;
  /** Whether the user started it, and the branch of their last build. */
  by: { isPerson: boolean; lastBranch: string | null };
  /** Fingerprints of the commands that may run. */
  agreed: ReadonlySet<string>;
  /** The user's answers to questions of earlier stages, by `questionKey`. */
  answers: ReadonlyMap<string, boolean>;
  environment: Environment;
  buildLimits: BuildLimits | undefined;
}

/** Dependencies of a stage, in the thread it runs in. */
export interface StageDependencies {
  send: Send;
  runtime: Runtime;
  signal: AbortSignal;
  onEvent: (event: StageEvent) => void;
}

export interface StageEnd {
  outcome: Outcome;
  hashes: HashChanges;
  /** Branch that the user has built before; null without one. */
  branch: string | null;
}

/** What was read of the folder so far. */
interface FolderContent {
  manifest: Manifest;
  bytes: number;
  changedFiles: number;
}

export type Outcome = { read: FolderContent | null } & (
  | { kind: 'staged'; staged: Staged; pinResult: PinResult | null }
  | { kind: 'unchanged' }
  /** `problem`: cancelled too late to know whether it was published. */
  | { kind: 'cancelled'; problem: Problem | null }
  | {
      kind: 'asking';
      commands: readonly string[];
      fingerprints: readonly string[];
      isCovered: boolean;
      branch: string | null;
    }
  | { kind: 'deciding'; question: FolderQuestion }
  /** The server accepts no uploads for this long. */
  | { kind: 'limited'; seconds: number }
  | { kind: 'failed'; problem: Problem }
);

const settingsFor = ({ name, settings }: Folder, snapshotId: string | undefined): SnapshotSettings =>
  snapshotId === undefined
    ? { name: name.slice(0, NAME_MAX), password: settings.isProtected ? 'generate' : null }
    : { snapshotId };

/** The user unlinked the folder, or deleted its snapshot. The server still knows the folder. */
const isUnlinked = ({ link, linkedAt }: FolderRecord): boolean => link === null && linkedAt > 0;

/** Returns the folder's record after asking what became of an upload whose reply was lost. */
async function settledRecord(job: StageJob, send: Send): Promise<FolderRecord> {
  try {
    const record = await recordOf(job);
    await settle(record, createClient(send));
    return record.read();
  } catch (cause) {
    throw toStageError(cause);
  }
}

function readOf(files: readonly HashedFile[], before: Manifest | null): FolderContent {
  const manifest = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const written = files.filter(({ path, sha256 }) => before?.get(path) !== sha256).length;
  const removed = [...(before?.keys() ?? [])].filter((path) => !manifest.has(path)).length;
  return {
    manifest,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changedFiles: written + removed,
  };
}

/** Error of a folder whose snapshot was deleted, with what to do next. */
const goneLink = ({ link }: Folder): Problem => ({
  code: 'snapshot_gone',
  message: `“${link?.name}”, which this folder is staged to, was deleted or has expired.`,
  hint: 'Unlink it. The next stage creates a new link.',
  lines: [],
});

const asking = (
  { path }: Folder,
  commands: readonly Command[],
  branch: string | null,
  read: FolderContent | null,
): Outcome => ({
  kind: 'asking',
  commands: consentLines(path, commands),
  fingerprints: fingerprintsOf(commands),
  isCovered: areCovered(commands),
  branch,
  read,
});

const LIMITED_SECONDS = 60;

/** How long the server takes no more of this account; null when that is not why it failed. */
function retryAfter({ cause }: UserError): number | null {
  if (!(cause instanceof ApiError) || cause.code !== 'rate_limited') return null;
  return cause.retryAfter ?? LIMITED_SECONDS;
}

/** A question without an answer ends the stage: the user is asked in the window, and it begins again. */
class Undecided extends Error {
  readonly question: FolderQuestion;

  constructor(question: FolderQuestion) {
    super(`The user has to decide: ${question.kind}`);
    this.question = question;
  }
}

/** Identifies a question as long as nothing of it changes. */
export const questionKey = (question: FolderQuestion): string =>
  JSON.stringify(question.kind === 'link' ? ['link', question.folder, question.url] : question);

function answerTo(question: FolderQuestion, answers: StageJob['answers']): boolean {
  const answer = answers.get(questionKey(question));
  if (answer === undefined) throw new Undecided(question);
  return answer;
}

/** Converts what was thrown to an outcome. */
export function outcomeOf(folder: Folder, cause: unknown, read: FolderContent | null): Outcome {
  if (cause instanceof UserError) {
    if (cause.code === 'cancelled')
      return { kind: 'cancelled', problem: cause.cause === undefined ? null : toProblem(cause), read };
    const seconds = retryAfter(cause);
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
 * Returns a branch that would be built for the first time without the user, or null: a checkout of others'
 * code must not run automatically.
 */
const newBranch = (branch: string | null, { isPerson, lastBranch }: StageJob['by']): string | null =>
  !isPerson && lastBranch !== null && lastBranch !== branch ? branch : null;

/** Stages a folder once. Never throws: every end is an outcome. */
export async function runStage(job: StageJob, hands: StageDependencies): Promise<StageEnd> {
  const hashes = new StageHashes(job.hashes);
  try {
    const branch = branchOf(job.folder.path);
    const branchToConfirm = newBranch(branch, job.by);
    const outcome = await stageOnce(job, hands, hashes, branchToConfirm);
    return { outcome, hashes: hashes.changes(), branch: branchToConfirm === null ? branch : null };
  } catch (cause) {
    return { outcome: outcomeOf(job.folder, cause, null), hashes: hashes.changes(), branch: null };
  }
}

async function stageOnce(
  job: StageJob,
  { send, runtime, signal, onEvent }: StageDependencies,
  hashes: StageHashes,
  branch: string | null,
): Promise<Outcome> {
  const { folder, account, cause } = job;
  const { buildCommand, output, variables } = folder.settings;
  let read: FolderContent | null = null;
  let commandsToConfirm: readonly Command[] = [];
  try {
    const stored = await settledRecord(job, send);
    // Another program may have staged the folder to another link.
    const before = stored.link?.snapshotId === folder.link?.snapshotId ? job.before : null;
    const events = stageLinked({
      folder: folder.path,
      links: new FolderLinks(job.linksFolder),
      server: account.server,
      uid: account.uid,
      to: isUnlinked(stored) ? 'new' : undefined,
      settingsFor: (snapshotId) => settingsFor(folder, snapshotId),
      askLink: (question) => (answerTo({ kind: 'link', ...question }, job.answers) ? 'same' : 'own'),
      client: 'desktop',
      publish: 'unless_pinned',
      send,
      runtime,
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
        commandsToConfirm = commands;
        return (
          branch === null && fingerprintsOf(commands).every((fingerprint) => job.agreed.has(fingerprint))
        );
      },
      decide: (question) => answerTo(question, job.answers),
      hasChanges: (files) => {
        read = readOf(files, before);
        return cause !== 'change' || before === null || read.changedFiles > 0;
      },
    });
    for await (const event of events) {
      onEvent(event);
      if (event.type === 'done') return { kind: 'staged', staged: event.staged, pinResult: null, read };
      if (event.type === 'unchanged') return { kind: 'unchanged', read };
    }
    throw new Error('staging ended without a link or an error');
  } catch (thrown) {
    if (thrown instanceof UserError && thrown.code === 'build_refused')
      return asking(folder, commandsToConfirm, branch, read);
    if (thrown instanceof Undecided) return { kind: 'deciding', question: thrown.question, read };
    return outcomeOf(folder, thrown, read);
  }
}
