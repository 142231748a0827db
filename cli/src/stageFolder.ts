import path from 'node:path';
import { ApiError } from '@stagelink/shared/client/call';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { UserError } from '@stagelink/shared/client/userError';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { SnapshotSettings } from '@stagelink/shared/staging/core/uploadPlan';
import { snapshotName } from '@stagelink/shared/staging/node/snapshotName';
import { stage, type StageOptions } from '@stagelink/shared/staging/node/stage';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import type { Connection } from './connection.ts';
import type { Context } from './context.ts';
import { usage } from './errors.ts';
import { buildSettingsOf, rememberBuildSettings } from './store/buildSettings.ts';
import {
  forgetPublishing,
  publishingFolder,
  rememberPublishing,
  rememberStaged,
} from './store/stagedFolders.ts';
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

/** Callbacks while a folder is staged. */
export interface Watcher {
  consent: StageOptions['consent'];
  goOn?: StageOptions['goOn'];
  decide?: StageOptions['decide'];
  show: (event: StageEvent) => void;
  signal: AbortSignal;
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
  /** False when the folder kept its link, or was staged to a named one. */
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
  const { server, uid } = connection;
  await settleInterrupted(connection, folder);
  const snapshotId = chooseSnapshot(connection, folder, flags);
  const about = toSnapshotSettings(folder, flags, snapshotId);
  const linkTo = (id: string, url = `${server}/s/${id}`) => ({ folder, server, snapshotId: id, url });

  const { staged, sent } = await publish(context, connection, folder, about, flags, {
    ...watcher,
    show(event) {
      watcher.show(event);
      if (event.type === 'finalizing') rememberPublishing(linkTo(event.snapshotId), uid);
    },
  }).catch((cause: unknown) => {
    const isGone = snapshotId !== undefined && cause instanceof UserError && cause.code === 'snapshot_gone';
    throw isGone ? gone(linkTo(snapshotId).url, cause) : cause;
  });
  const link = linkTo(staged.snapshot.id, staged.url);
  rememberStaged(link, uid);
  forgetPublishing(link, uid);
  rememberBuild(folder, flags);
  return { folder, isNewLink: snapshotId === undefined, staged, sent };
}

/**
 * A stage that was interrupted before the server replied may have created a snapshot, which then belongs to
 * the folder.
 */
async function settleInterrupted(connection: Connection, folder: string): Promise<void> {
  const { server, uid } = connection;
  const link = publishingFolder(folder, server, uid);
  if (!link) return;
  if (await exists(connection, link.snapshotId)) rememberStaged(link, uid);
  forgetPublishing(link, uid);
}

/** Returns the snapshot to restage; undefined for a new link. */
function chooseSnapshot(connection: Connection, folder: string, flags: StageFlags): string | undefined {
  if (flags.to !== undefined && flags.new)
    throw usage('--to and --new cannot be combined.', 'Give one of them.');
  if (flags.to !== undefined) return namedSnapshot(flags.to);
  return flags.new ? undefined : targetOf(connection, folder)?.id;
}

async function exists({ call }: Connection, id: string): Promise<boolean> {
  try {
    await call(getSnapshot, { id });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && (cause.code === 'not_found' || cause.code === 'gone')) return false;
    throw cause;
  }
}

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
  connection: Connection,
  folder: string,
  about: SnapshotSettings,
  flags: StageFlags,
  { consent, goOn, decide, show, signal }: Watcher,
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
  const events = stage({
    folder,
    about,
    client: 'cli',
    send: connection.send,
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

const gone = (url: string, cause: UserError): UserError =>
  new UserError(
    cause.code,
    `The snapshot this folder is staged to, ${url}, was deleted, has expired, or is not yours.`,
    'Run “stagelink stage --new” to stage it at a new link.',
    { cause },
  );
