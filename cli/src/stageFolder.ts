import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { StageError } from '@stagelink/shared/staging/errors';
import type { StageEvent } from '@stagelink/shared/staging/events';
import { type About, stage, type StageOptions } from '@stagelink/shared/staging/stage';
import { realSurroundings } from '@stagelink/shared/staging/surroundings';
import type { Connection } from './connection.ts';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit.ts';
import { rememberStaged, stagedFolder } from './store/staged.ts';

/** What is said about a stage, as the command line spells it. */
export interface StageFlags {
  new?: boolean;
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
}

/** Who is asked and told while a folder is staged. */
export interface Watcher {
  consent: StageOptions['consent'];
  show: (event: StageEvent) => void;
  signal: AbortSignal;
}

interface Sent {
  files: number;
  bytes: number;
  sentFiles: number;
  sentBytes: number;
  milliseconds: number;
}

export interface StagedFolder {
  folder: string;
  staged: Staged;
  sent: Sent;
}

/** Stages a folder, at the link it already has unless a new one is asked for, and remembers the link. */
export async function stageFolder(
  context: Context,
  connection: Connection,
  given: string,
  flags: StageFlags,
  watcher: Watcher,
): Promise<StagedFolder> {
  const asked = path.resolve(context.cwd, given);
  const folder = existsSync(asked) ? realpathSync(asked) : asked;
  const { server, account } = connection;
  const remembered = flags.new ? null : stagedFolder(folder, server, account);
  const about = aboutOf(folder, flags, remembered?.snapshotId);
  const { staged, sent } = await publish(context, connection, folder, about, flags, watcher).catch(
    (cause: unknown) => {
      throw remembered && cause instanceof StageError && cause.code === 'snapshot_gone'
        ? gone(remembered.url, cause)
        : cause;
    },
  );
  rememberStaged({ folder, server, snapshotId: staged.snapshot.id, url: staged.url }, account);
  return { folder, staged, sent };
}

function aboutOf(folder: string, flags: StageFlags, snapshotId: string | undefined): About {
  const { name, password, expires, project, description, tag } = flags;
  const given = {
    name:
      name ?? (snapshotId === undefined ? path.basename(folder).slice(0, NAME_MAX) || undefined : undefined),
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
  about: About,
  flags: StageFlags,
  { consent, show, signal }: Watcher,
): Promise<Omit<StagedFolder, 'folder'>> {
  const sent: Sent = { files: 0, bytes: 0, sentFiles: 0, sentBytes: 0, milliseconds: 0 };
  const events = stage({
    folder,
    about,
    client: 'cli',
    send: connection.send,
    surroundings: realSurroundings,
    environment: context.env,
    signal,
    buildCommand: flags.build === false ? undefined : flags.build,
    build: flags.build === false ? false : undefined,
    output: flags.output,
    consent,
  });
  for await (const event of events) {
    show(event);
    if (event.type === 'hashed') Object.assign(sent, { files: event.files, bytes: event.bytes });
    if (event.type === 'offered')
      Object.assign(sent, { sentFiles: event.missingFiles, sentBytes: event.missingBytes });
    if (event.type === 'done')
      return { staged: event.staged, sent: { ...sent, milliseconds: Math.round(event.milliseconds) } };
  }
  throw new Error('The stage ended without a link and without a reason');
}

const gone = (url: string, cause: StageError): CliError =>
  new CliError(
    EXIT.notFound,
    cause.code,
    `The snapshot this folder was staged at, ${url}, was deleted or has expired.`,
    'Run “stagelink stage --new” to stage it at a new link.',
    { cause },
  );
