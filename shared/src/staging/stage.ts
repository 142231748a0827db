import { setImmediate as turn } from 'node:timers/promises';
import { createClient, type Send } from '../client.ts';
import type { Input } from '../contracts/endpoint.ts';
import { MANIFEST_BODY_BYTES } from '../contracts/limits.ts';
import * as api from '../contracts/staging.ts';
import { reportBasePath } from './basePath.ts';
import { BUILD_LIMITS, type BuildLimits } from './build.ts';
import { collect } from './collect.ts';
import { commandLabel, withVariables } from './consent.ts';
import { detectProject, mayBeFinished, type Project } from './detect.ts';
import { buildEnvironment, installEnvironment } from './environment.ts';
import { cancelled, isCancelled, StageError, toStageError, unconfirmed } from './errors.ts';
import type { Command, Emit, StageEvent } from './events.ts';
import { gitState } from './git.ts';
import { ignoreRules } from './ignoreRules.ts';
import { ChangedFile, type HashCache, type HashedFile, hashFiles } from './manifest.ts';
import { pickOutput } from './output.ts';
import { reportSource } from './source.ts';
import { searchSecrets } from './secrets.ts';
import { assertFits } from './sizeLimit.ts';
import type { Surroundings } from './surroundings.ts';
import { eventStream } from './stream.ts';
import { persist, RETRY_POLICY, type RetryPolicy, sendMissing, sum, type UploadOptions } from './upload.ts';
import { assertVariables } from './variables.ts';

/** What is said about the snapshot; see `createSnapshot` for what each field means when left out. */
export type About = Omit<Input<typeof api.createSnapshot>, 'files' | 'source'>;

export interface StageOptions {
  /** The prototype's folder. */
  folder: string;
  about: About;
  client: api.Source['client'];
  send: Send;
  surroundings: Surroundings;
  /**
   * Asked once before anything of the folder is run; `false` ends the stage with `build_refused`. A client that keeps
   * the answer keeps it by the commands' fingerprints, and shows `consentLines`.
   */
  consent: (folder: string, commands: readonly Command[]) => Promise<boolean> | boolean;
  /**
   * Asked before a build that would make a server instead of pages; `false` ends the stage with `build_refused`. The
   * stage goes on where this is left out: the advice has been shown, and what the build writes decides.
   */
  goOn?: ((folder: string, advice: string) => Promise<boolean> | boolean) | undefined;
  /** The variables of the person's shell; a build sees only the harmless ones, and those in `variables`. */
  environment: Record<string, string | undefined>;
  /** Names of further variables that a build gets; consent covers them. */
  variables?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  buildCommand?: string | undefined;
  /** False: stage what is already built. */
  build?: boolean | undefined;
  /** The output folder, relative to `folder`, when it should not be found by itself. */
  output?: string | undefined;
  buildLimits?: BuildLimits | undefined;
  retry?: RetryPolicy | undefined;
  cache?: HashCache | undefined;
  /** Whether the link shows it at once, which it does when this is left out. */
  publish?: api.Publish | undefined;
  /** Told every file before anything is offered; `false` ends the stage with `unchanged`, and nothing is published. */
  isNews?: ((files: readonly HashedFile[]) => boolean) | undefined;
}

/** How often everything is read again because files changed under our hands. */
const RESTARTS = 2;

/**
 * Stages a folder: detect → consent → build → pick the output → collect → hash → offer → search for secrets → send
 * what is missing → finalize. The events end with `done`, or with `unchanged` where `isNews` said so; the iteration throws a `StageError` when there is no link.
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

async function run(options: StageOptions, emit: Emit, signal: AbortSignal): Promise<void> {
  const started = options.surroundings.now();
  const variables = options.variables ?? [];
  const environment = buildEnvironment(options.environment, variables);
  const project = await detect(options, searchedIn(environment), variables);
  const { kind, framework, packageManager, commands } = project;
  emit({ type: 'detected', kind, framework, packageManager, commands });
  if (project.advice !== null) emit({ type: 'server_framework', advice: project.advice });
  const startedAt = project.commands.length === 0 ? null : options.surroundings.today();
  const waited = await build(project, environment, options, emit, signal);
  if (signal.aborted) throw cancelled();
  const output = outputOf(project, options.output, startedAt);
  emit({ type: 'output_chosen', folder: output });

  for (let restarts = 0; ; restarts += 1) {
    try {
      const staged = await publish(project, output, options, emit, signal);
      const milliseconds = options.surroundings.now() - started - waited;
      emit(staged ? { type: 'done', staged, milliseconds } : { type: 'unchanged', milliseconds });
      return;
    } catch (cause) {
      if (!(cause instanceof ChangedFile)) throw cause;
      if (restarts === RESTARTS) throw restless(cause);
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

/** What the person was advised before the build says more than that it wrote no page. */
function outputOf(project: Project, asked: string | undefined, startedAt: number | null): string {
  try {
    return pickOutput(project, asked, startedAt);
  } catch (cause) {
    if (project.advice === null || asked !== undefined) throw cause;
    throw new StageError('no_index', `The build made no index.html. ${project.advice}`, 'Then stage again.', {
      cause,
    });
  }
}

/** Returns the milliseconds that the question waited for its answer. */
async function build(
  project: Project,
  environment: Record<string, string>,
  options: StageOptions,
  emit: Emit,
  signal: AbortSignal,
): Promise<number> {
  if (project.commands.length === 0) return 0;
  await turn(); // Lets the client show what was found before it is asked.
  const { now } = options.surroundings;
  const asked = now();
  if (project.advice !== null && (await options.goOn?.(project.folder, project.advice)) === false) {
    throw new StageError('build_refused', project.advice, 'Then stage again.');
  }
  if (!(await options.consent(project.folder, project.commands))) {
    throw new StageError(
      'build_refused',
      `Staging ${project.folder} means running ${project.commands.map((command) => commandLabel(project.folder, command)).join(' and ')}, which was not allowed.`,
      'Allow it, or build it yourself and stage the output folder.',
    );
  }
  const waited = now() - asked;
  const { runCommand } = await import('./build.ts');
  const limits = options.buildLimits ?? BUILD_LIMITS;
  for (const command of project.commands) {
    const isInstall = command.step === 'install';
    await runCommand(command, {
      environment: isInstall ? installEnvironment(environment) : environment,
      limits,
      signal,
      emit,
      now,
    }).catch((cause: unknown) => {
      throw mayBeFinished(project.folder) ? orAsItIs(cause) : cause;
    });
    if (isInstall) await rememberInstall(project.folder, environment);
  }
  return waited;
}

/** Published packages and templates often hold a finished page beside a build that works only where it was made. */
function orAsItIs(cause: unknown): unknown {
  if (!(cause instanceof StageError) || !['install_failed', 'build_failed'].includes(cause.code))
    return cause;
  const { code, message, hint, lines } = cause;
  const asItIs = 'If its index.html needs no build, stage it without building.';
  return new StageError(code, message, `${hint} ${asItIs}`, { lines, cause });
}

/** The package manager is looked for again: an install may write the lockfile that was missing. */
async function rememberInstall(folder: string, environment: Record<string, string>): Promise<void> {
  const [{ findPackageManager }, { rememberInstalled }] = await Promise.all([
    import('./packageManager.ts'),
    import('./installed.ts'),
  ]);
  rememberInstalled(folder, await findPackageManager(folder, searchedIn(environment)));
}

/** Null when it holds no news. */
async function publish(
  project: Project,
  output: string,
  options: StageOptions,
  emit: Emit,
  signal: AbortSignal,
): Promise<api.Staged | null> {
  const { surroundings, cache } = options;
  const { paths, ignored } = collect(output, ignoreRules(project.folder, output), emit);
  emit({ type: 'collected', files: paths.length, ignored });
  if (output === project.folder) reportSource(paths, emit);
  await reportBasePath(output, paths, emit);
  await assertFits(output, paths, options.send);
  const hashing = surroundings.now();
  const files = await hashFiles(output, paths, {
    emit,
    signal,
    cache,
    now: surroundings.now,
    today: surroundings.today,
  });
  const bytes = sum(files);
  emit({ type: 'hashed', files: files.length, bytes, milliseconds: surroundings.now() - hashing });
  if (options.isNews?.(files) === false) return null;

  const call = createClient(options.send);
  const retry = options.retry ?? RETRY_POLICY;
  const uploading: UploadOptions = {
    call,
    emit,
    signal,
    surroundings,
    retry,
    compress: !options.send.isLocal,
  };
  const offered = manifestInput(project, files, options);
  // Repeating an offer is harmless: one that is never finalized shows nothing and is swept.
  const offer = await persist(uploading, () => call(api.createSnapshot, offered));
  const wanted = new Set(offer.missing);
  const missing = files.filter((file) => wanted.delete(file.sha256));
  emit({
    type: 'offered',
    uploadId: offer.uploadId,
    snapshotId: offer.snapshotId,
    version: offer.version,
    missingFiles: missing.length,
    missingBytes: sum(missing),
    bytes,
  });
  await searchSecrets(output, missing, emit, signal);
  await sendMissing(output, offer.uploadId, files, offer.missing, uploading);
  if (signal.aborted) throw cancelled();
  const { uploadId, snapshotId, version } = offer;
  emit({ type: 'finalizing', snapshotId, version });
  await turn(); // Lets the client remember the link before it exists.
  return finalize({ uploadId, publish: options.publish }, options.send, uploading);
}

/** Goes on after cancelling: what happened to the link must be known. */
async function finalize(
  input: Input<typeof api.finalizeUpload>,
  send: Send,
  uploading: UploadOptions,
): Promise<api.Staged> {
  const call = createClient((request) => send({ ...request, mustFinish: true }));
  try {
    return await persist(uploading, () => call(api.finalizeUpload, input));
  } catch (cause) {
    throw uploading.signal.aborted ? unconfirmed(cause) : cause;
  }
}

function manifestInput(
  project: Project,
  files: readonly HashedFile[],
  { about, client }: StageOptions,
): Input<typeof api.createSnapshot> {
  const framework = project.framework === null ? {} : { framework: project.framework };
  const input = {
    ...about,
    source: { client, ...framework, ...gitState(project.folder) },
    files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  };
  if (Buffer.byteLength(JSON.stringify(input)) <= MANIFEST_BODY_BYTES) return input;
  throw new StageError(
    'limit',
    'The names of all files together are too long to be staged.',
    'Stage fewer files, or files with shorter names.',
  );
}

const restless = ({ path }: ChangedFile): StageError =>
  new StageError(
    'file_changed',
    `“${path}” keeps changing while it is staged.`,
    'Stop whatever writes it, such as a dev server or a watching build, then stage again.',
  );
