import path from 'node:path';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { UserError } from '@stagelink/shared/client/userError';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { SnapshotSettings } from '@stagelink/shared/staging/core/uploadPlan';
import { type LinkedStageOptions, stageLinked } from '@stagelink/shared/staging/node/folderLinks/index';
import { snapshotName } from '@stagelink/shared/staging/node/snapshotName';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import type { Connection } from './connection.ts';
import type { Context } from './context.ts';
import { usage } from './errors.ts';
import { buildSettingsOf, rememberBuildSettings } from './store/buildSettings.ts';
import { bringOver, folderLinks } from './store/folderLinks.ts';
import { folderOf, namedSnapshot, targetOf } from './target.ts';

/** Flags of the commands that stage. */
export interface StageFlags {
  new?: boolean;
  /** Id or link of the snapshot to restage. */
  to?: string;
  name?: string;
  /** False for `--no-password`. */
  password?: string | false;
  expires?: number;
  project?: string;
  description?: string;
  tag?: string[];
  /** A command, or false for `--no-build`. */
  build?: string | false;
  output?: string;
  /** Names of environment variables. */
  env?: string[];
}

/** What a caller of `stageFolder` answers, shows and adds while a folder is staged. */
export interface Watcher {
  consent: LinkedStageOptions['consent'];
  goOn?: LinkedStageOptions['goOn'];
  decide?: LinkedStageOptions['decide'];
  askLink?: LinkedStageOptions['askLink'];
  show: (event: StageEvent) => void;
  signal: AbortSignal;
  /** Threads that an agent stages for. */
  stagedFor?: LinkedStageOptions['stagedFor'];
}

interface Sent {
  files: number;
  bytes: number;
  sentFiles: number;
  sentBytes: number;
  milliseconds: number;
  /** What rules of ours leave out; a folder's path ends with a slash. */
  leftOut: readonly string[];
  /** What the user should check. */
  warnings: string[];
}

export interface StagedFolder {
  folder: string;
  /** False when the link existed before. */
  isNewLink: boolean;
  staged: Staged;
  sent: Sent;
}

/** Returns the flags with the command and the output that were given for this folder before. */
export const withBuildSettings = (folder: string, flags: StageFlags): StageFlags => ({
  ...buildSettingsOf(folder),
  ...flags,
});

/** Remembers how a folder was built when the user gave that for this stage. */
function rememberBuild(folder: string, { build, output }: StageFlags): void {
  const before = buildSettingsOf(folder);
  const settings = { build: build === false ? before.build : build, output };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (JSON.stringify(given) !== JSON.stringify(before)) rememberBuildSettings(folder, given);
}

/** Stages a folder at its existing link, unless another or a new one is requested, and stores the link. */
export async function stageFolder(
  context: Context,
  connection: Connection,
  place: string,
  given: StageFlags,
  watcher: Watcher,
): Promise<StagedFolder> {
  const folder = folderOf(context, place) ?? path.resolve(context.cwd, place);
  const flags = withBuildSettings(folder, given);
  const to = requestedLink(flags);
  await bringOver({ folder, server: connection.server, uid: connection.uid });
  try {
    const { staged, sent } = await publish(context, connection, { folder, to }, flags, watcher);
    rememberBuild(folder, flags);
    return { folder, isNewLink: staged.version === 1, staged, sent };
  } catch (cause) {
    throw withAdvice(cause, `${connection.server}/s/${to ?? targetOf(connection, folder)?.id}`);
  }
}

/** Returns the snapshot to restage; undefined for the folder's own. */
function requestedLink({ to, new: isNew }: StageFlags): string | undefined {
  if (to !== undefined && isNew) throw usage('--to and --new cannot be combined.', 'Give one of them.');
  if (to !== undefined) return namedSnapshot(to);
  return isNew ? 'new' : undefined;
}

/** Every checkout of continuous integration has another path. A stored sign-in belongs to a person. */
const isUnattended = ({ env }: Context): boolean => env.CI === 'true' && Boolean(env.STAGELINK_TOKEN?.trim());

function toSnapshotSettings(
  folder: string,
  flags: StageFlags,
  snapshotId: string | undefined,
): SnapshotSettings {
  const { name, password, expires, project, description, tag } = flags;
  const given = {
    name: name ?? (snapshotId === undefined ? snapshotName(folder) || undefined : undefined),
    password: password === false ? null : password,
    expiresInDays: expires,
    projectId: project,
    description,
    tags: tag,
    snapshotId,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function publish(
  context: Context,
  { send, server, uid }: Connection,
  { folder, to }: { folder: string; to: string | undefined },
  flags: StageFlags,
  { consent, goOn, decide, askLink, show, signal, stagedFor }: Watcher,
): Promise<Pick<StagedFolder, 'staged' | 'sent'>> {
  const sent: Sent = {
    files: 0,
    bytes: 0,
    sentFiles: 0,
    sentBytes: 0,
    milliseconds: 0,
    leftOut: [],
    warnings: [],
  };
  const events = stageLinked({
    folder,
    links: folderLinks,
    server,
    uid,
    to,
    settingsFor: (snapshotId) => toSnapshotSettings(folder, flags, snapshotId),
    askLink,
    isUnattended: isUnattended(context),
    client: 'cli',
    send,
    runtime: systemRuntime,
    environment: context.env,
    variables: flags.env,
    signal,
    buildCommand: flags.build === false ? undefined : flags.build,
    build: flags.build === false ? false : undefined,
    output: flags.output,
    consent,
    goOn,
    decide,
    stagedFor,
  });
  for await (const event of events) {
    show(event);
    const described = describeEvent(event);
    if (described?.kind === 'warning') sent.warnings.push(described.text);
    if (event.type === 'left_out') sent.leftOut = event.paths;
    if (event.type === 'hashed') Object.assign(sent, { files: event.files, bytes: event.bytes });
    if (event.type === 'offered')
      Object.assign(sent, { sentFiles: event.missingFiles, sentBytes: event.missingBytes });
    if (event.type === 'done')
      return { staged: event.staged, sent: { ...sent, milliseconds: Math.round(event.milliseconds) } };
  }
  throw new Error('Staging ended without a link or an error');
}

/** Returns an error of a stage with what to do about it in this command. */
function withAdvice(cause: unknown, link: string): unknown {
  if (!(cause instanceof UserError)) return cause;
  const { code, message } = cause;
  if (code === 'unconfirmed_link')
    return new UserError(
      code,
      message,
      'Give --to with that link to stage to it, or --new to make another.',
      {
        cause,
      },
    );
  if (code !== 'snapshot_gone') return cause;
  return new UserError(
    code,
    `The snapshot this folder is staged to, ${link}, was deleted, has expired, or is not yours.`,
    'Run “stagelink stage --new” to stage it at a new link.',
    { cause },
  );
}
