import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createClient, type Send } from '../../client/call.ts';
import * as api from '../../contracts/staging.ts';
import type { StagedFor } from '../../contracts/threadWork.ts';
import { isZip, unpack } from './archive/unpack.ts';
import { reportBasePath } from './basePath.ts';
import { BUILD_LIMITS, type BuildLimits } from './build.ts';
import { collect } from './collect.ts';
import { commandLabel, withVariables } from './consent.ts';
import { detectProject } from './detect.ts';
import type { Project } from './project.ts';
import { buildEnvironment, installEnvironment } from './environment.ts';
import { UserError } from '../../client/userError.ts';
import { cancelled, isCancelled, stageError, toStageError } from '../core/errors.ts';
import type { Command, Emit, StageEvent } from '../core/events.ts';
import { bringBack, findNeededPaths } from '../core/neededPaths.ts';
import type { StageQuestion } from '../core/questions.ts';
import { type SnapshotSettings, totalBytes } from '../core/uploadPlan.ts';
import { finalize } from './finalize.ts';
import type { StageLink } from './folderLinks/stageLink.ts';
import { type GitState, gitState } from './git.ts';
import { readIgnoreRules, restrictTo } from './ignoreRules.ts';
import { ChangedFile, type HashCache, type HashedFile, hashFiles } from './manifest.ts';
import { offerFiles } from './offer.ts';
import { assertInside, beforeBuild, type BeforeBuild, pickOutput } from './output.ts';
import { mayBeFinished } from './ownPage.ts';
import { reportIgnoredRules } from './ignoredRules.ts';
import { reportNames } from './names.ts';
import { quietStat } from './quietStat.ts';
import { reportServerPages } from './serverPages.ts';
import { reportSource } from './source.ts';
import { reportOutdated } from './staleness.ts';
import { SEARCHED_BYTES } from './secretRules.ts';
import { searchSecrets, secretFound } from './secrets.ts';
import { assertFits } from './sizeLimit.ts';
import type { RetryPolicy } from '../../client/retry.ts';
import type { Runtime } from '../../client/runtime.ts';
import { eventStream } from './stream.ts';
import { RETRY_POLICY, sendMissing, type UploadOptions } from './upload.ts';
import { assertVariables } from './variables.ts';

export interface StageOptions {
  /** Folder of the prototype, or a file: a page, picture, text, PDF or video with what it refers to, or a zip. */
  folder: string;
  about: SnapshotSettings;
  /** The folder's record; without it, nothing is stored and a folder gets a link for each stage. */
  link?: StageLink | undefined;
  client: api.Source['client'];
  send: Send;
  runtime: Runtime;
  /**
   * Asked once before any command runs; `false` ends the stage with `build_refused`. Clients store consent
   * by fingerprint and show `consentLines`.
   */
  consent: (folder: string, commands: readonly Command[]) => Promise<boolean> | boolean;
  /**
   * Asked before a build that would create a server; `false` ends the stage with `build_refused`. Without
   * this callback the stage ends with `needs_server`.
   */
  goOn?: ((folder: string, advice: string) => Promise<boolean> | boolean) | undefined;
  /** Asked what only a person can decide; without this callback the answer is no. */
  decide?: ((question: StageQuestion) => Promise<boolean> | boolean) | undefined;
  /** Variables of the user's shell; a build receives the safe ones and those in `variables`. */
  environment: Record<string, string | undefined>;
  /** Names of further variables for builds; consent covers them. */
  variables?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  buildCommand?: string | undefined;
  /** False: stage the existing output. */
  build?: boolean | undefined;
  /** Output folder relative to `folder`; detected when absent. */
  output?: string | undefined;
  buildLimits?: BuildLimits | undefined;
  retry?: RetryPolicy | undefined;
  cache?: HashCache | undefined;
  /** Whether the link shows it at once; yes when absent. */
  publish?: api.Publish | undefined;
  /** Branch and commit, where they are known better than the checkout shows them. */
  git?: GitState | undefined;
  /** Threads that are marked as staged when it is published. */
  stagedFor?: StagedFor | undefined;
  /** Receives every file before the upload; `false` ends the stage with `unchanged`. */
  hasChanges?: ((files: readonly HashedFile[]) => boolean) | undefined;
}

/** Number of times everything is read again because files changed meanwhile. */
const RESTARTS = 2;

/**
 * Stages a folder: detect → consent → build → pick the output → collect → hash → offer → search for secrets → send
 * what is missing → finalize. The events end with `done`, or with `unchanged` where `hasChanges` returned false; the iteration throws a `UserError` when there is no link.
 * Leaving the iteration early, or aborting `signal`, ends the build and the upload.
 */
export function stage(options: StageOptions): AsyncIterable<StageEvent> {
  return eventStream(options.signal, async (emit, signal) => {
    try {
      await run(options, emit, signal);
    } catch (cause) {
      throw signal.aborted && !isCancelled(cause) ? cancelled() : toStageError(cause);
    }
  });
}

const searchedIn = ({ PATH, Path }: Record<string, string>): string => PATH ?? Path ?? '';

/** Stages a zip like the folder it was made of, which is never built. */
async function run(options: StageOptions, emit: Emit, signal: AbortSignal): Promise<void> {
  if (!isZip(options.folder) || !quietStat(options.folder)?.isFile())
    return stageFolder(options, emit, signal);
  const { folder, remove } = await unpack(options.folder, emit);
  try {
    await stageFolder({ ...options, folder, build: false }, emit, signal);
  } catch (cause) {
    throw cause instanceof UserError ? aboutZip(cause, folder, options.folder) : cause;
  } finally {
    remove();
  }
}

/** A person knows the zip, not the folder it was unpacked to. */
function aboutZip({ code, message, hint, lines, cause }: UserError, folder: string, zip: string): UserError {
  return new UserError(code, message.replaceAll(folder, zip), hint.replaceAll(folder, zip), { lines, cause });
}

async function stageFolder(options: StageOptions, emit: Emit, signal: AbortSignal): Promise<void> {
  const started = options.runtime.monotonicMs();
  const variables = options.variables ?? [];
  const environment = buildEnvironment(options.environment, variables);
  const project = await detect(options, searchedIn(environment), variables);
  const { kind, framework, packageManager, commands } = project;
  emit({ type: 'detected', kind, framework, packageManager, commands });
  if (project.advice !== null && !options.goOn) throw needsServer(project.advice);
  if (project.advice !== null) emit({ type: 'server_framework', advice: project.advice });
  const isBuilt = commands.length > 0;
  const before = isBuilt ? await beforeBuild(project.folder) : null;
  const waited = await build(project, environment, options, emit, signal);
  if (signal.aborted) throw cancelled();
  const output = await outputOf(project, options.output, before);
  await assertInside(project, output);
  emit({ type: 'output_chosen', folder: output });
  if (output !== project.folder) {
    if (!isBuilt) reportOutdated(project.folder, output, emit);
    reportServerPages(project.folder, output, emit);
  }
  const decide = decideOnce(options.decide);

  for (let restarts = 0; ; restarts += 1) {
    try {
      const staged = await publish(project, output, { ...options, decide }, emit, signal);
      const milliseconds = options.runtime.monotonicMs() - started - waited;
      emit(staged ? { type: 'done', staged, milliseconds } : { type: 'unchanged', milliseconds });
      return;
    } catch (cause) {
      if (!(cause instanceof ChangedFile)) throw cause;
      if (restarts === RESTARTS) throw fileKeepsChanging(cause);
      emit({ type: 'restarted', path: cause.path });
    }
  }
}

async function detect(
  { folder, buildCommand, build: isBuilt, environment }: StageOptions,
  searched: string,
  variables: readonly string[],
): Promise<Project> {
  const project = await detectProject(folder, { buildCommand, build: isBuilt, searched });
  if (project.commands.length > 0) assertVariables(variables, environment);
  return { ...project, commands: project.commands.map((command) => withVariables(command, variables)) };
}

/** A build that creates a server would take minutes and leave nothing to stage. */
const needsServer = (advice: string): UserError =>
  stageError(
    'needs_server',
    advice,
    'Then stage again. If its build makes pages all the same, give it as the build command, such as “npm run build”.',
    { setting: { name: 'build', value: 'npm run build' } },
  );

/** The advice before the build is more useful than that it wrote no page. */
async function outputOf(
  project: Project,
  requested: string | undefined,
  before: BeforeBuild | null,
): Promise<string> {
  try {
    return await pickOutput(project, requested, before);
  } catch (cause) {
    if (project.advice === null || requested !== undefined) throw cause;
    throw stageError(
      'no_index',
      `The build did not create an index.html. ${project.advice}`,
      'Then stage again.',
      {
        cause,
      },
    );
  }
}

/** Returns the milliseconds spent waiting for consent. */
async function build(
  project: Project,
  environment: Record<string, string>,
  options: StageOptions,
  emit: Emit,
  signal: AbortSignal,
): Promise<number> {
  if (project.commands.length === 0) return 0;
  await turn(); // Lets the client show what was found before it is asked.
  const { monotonicMs } = options.runtime;
  const consentStartedAt = monotonicMs();
  if (project.advice !== null && (await options.goOn?.(project.folder, project.advice)) === false) {
    throw stageError('build_refused', project.advice, 'Then stage again.');
  }
  if (!(await options.consent(project.folder, project.commands))) {
    throw stageError(
      'build_refused',
      `Staging ${project.folder} means running ${project.commands.map((command) => commandLabel(project.folder, command)).join(' and ')}, which was not allowed.`,
      'Allow it, or build it yourself and stage the output folder.',
    );
  }
  const waited = monotonicMs() - consentStartedAt;
  const { runCommand } = await import('./build.ts');
  const limits = options.buildLimits ?? BUILD_LIMITS;
  for (const command of project.commands) {
    const isInstall = command.step === 'install';
    await runCommand(command, {
      environment: isInstall ? installEnvironment(environment) : environment,
      limits,
      signal,
      emit,
      monotonicMs,
    }).catch((cause: unknown) => {
      throw mayBeFinished(project.folder) ? orAsItIs(cause) : cause;
    });
    if (isInstall) await rememberInstall(project.folder, environment);
  }
  return waited;
}

/**
 * Published packages and templates often contain a finished page and a build that works only for their
 * authors.
 */
function orAsItIs(cause: unknown): unknown {
  if (!(cause instanceof UserError) || !['install_failed', 'build_failed'].includes(cause.code)) return cause;
  const { code, message, hint, lines } = cause;
  const asItIs = 'If its index.html needs no build, stage it without building.';
  return new UserError(code, message, `${hint} ${asItIs}`, { lines, cause });
}

/** Detects the package manager again, because an install may create the missing lockfile. */
async function rememberInstall(folder: string, environment: Record<string, string>): Promise<void> {
  const [{ findPackageManager }, { rememberInstalled }] = await Promise.all([
    import('./packageManager.ts'),
    import('./installed.ts'),
  ]);
  rememberInstalled(folder, await findPackageManager(folder, searchedIn(environment)));
}

type Decide = (question: StageQuestion) => Promise<boolean>;

/** Remembers answers, because a file that changes meanwhile makes the stage read everything again. */
function decideOnce(decide: StageOptions['decide']): Decide {
  const answers = new Map<string, boolean>();
  return async (question) => {
    const key = JSON.stringify(question);
    const answer = answers.get(key) ?? (await decide?.(question)) ?? false;
    answers.set(key, answer);
    return answer;
  };
}

/** Longer texts are data. What is gone is reported when it is read to be staged. */
async function readShortText(file: string): Promise<string> {
  try {
    return (await stat(file)).size > SEARCHED_BYTES ? '' : await readFile(file, 'utf8');
  } catch {
    return '';
  }
}

/** Lists what is staged of an output, with what is left out by default where a person wants it. */
async function collectNeeded(
  { folder, only }: Project,
  output: string,
  { decide }: { decide: Decide },
  emit: Emit,
): Promise<string[]> {
  const first = collect(output, restrictTo(only, readIgnoreRules(folder, output)), emit);
  const needed = await findNeededPaths(first.paths, first.leftOut, (file) =>
    readShortText(path.join(output, file)),
  );
  const isWanted = needed.length > 0 && (await decide({ kind: 'left_out', needed }));
  const { paths, leftOut } = isWanted
    ? collect(output, restrictTo(only, readIgnoreRules(folder, output, [bringBack(needed)])), () => {})
    : first;
  emit({ type: 'collected', files: paths.length });
  if (leftOut.length > 0) emit({ type: 'left_out', paths: leftOut });
  if (!isWanted) for (const each of needed) emit({ type: 'left_out_needed', ...each });
  return paths;
}

/** Returns null when the files are unchanged. */
async function publish(
  project: Project,
  output: string,
  options: StageOptions & { decide: Decide },
  emit: Emit,
  signal: AbortSignal,
): Promise<api.Staged | null> {
  const { runtime, cache } = options;
  const paths = await collectNeeded(project, output, options, emit);
  if (output === project.folder) reportSource(paths, emit);
  await reportBasePath(output, paths, emit);
  reportNames(paths, emit);
  await reportIgnoredRules(output, paths, emit);
  await assertFits(output, paths, options.send);
  const hashing = runtime.monotonicMs();
  const files = await hashFiles(output, paths, {
    emit,
    signal,
    cache,
    monotonicMs: runtime.monotonicMs,
    epochMs: runtime.epochMs,
  });
  const bytes = totalBytes(files);
  emit({ type: 'hashed', files: files.length, bytes, milliseconds: runtime.monotonicMs() - hashing });
  if (options.hasChanges?.(files) === false) return null;

  const call = createClient(options.send);
  const retry = options.retry ?? RETRY_POLICY;
  const uploading: UploadOptions = {
    call,
    emit,
    signal,
    runtime,
    retry,
    compress: !options.send.isLocal,
  };
  const { about, link } = options;
  const offer = await offerFiles(files, sourceOf(project, options), { about, link }, uploading);
  const wanted = new Set(offer.missing);
  const missing = files.filter((file) => wanted.delete(file.sha256));
  emit({
    type: 'offered',
    uploadId: offer.uploadId,
    snapshotId: offer.snapshotId,
    version: offer.version,
    missingFiles: missing.length,
    missingBytes: totalBytes(missing),
    bytes,
    unchangedSince: offer.unchangedSince,
  });
  const found = await searchSecrets(output, missing, emit, signal);
  if (found.length > 0 && !(await options.decide({ kind: 'secrets', found }))) throw secretFound(found);
  await sendMissing(output, offer.uploadId, files, offer.missing, uploading);
  if (signal.aborted) throw cancelled();
  emit({ type: 'finalizing', snapshotId: offer.snapshotId, version: offer.version });
  await turn(); // Lets the client show it before it waits.
  return finalize(offer, options, uploading);
}

function sourceOf({ folder, framework }: Project, { client, git }: StageOptions): api.Source {
  return { client, ...(framework === null ? {} : { framework }), ...(git ?? gitState(folder)) };
}

const fileKeepsChanging = ({ path }: ChangedFile): UserError =>
  stageError(
    'file_changed',
    `“${path}” keeps changing while it is staged.`,
    'Stop the program that writes it, such as a dev server or a watching build, then stage again.',
  );
