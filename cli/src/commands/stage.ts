import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { StageError } from '@stagelink/shared/staging/errors';
import type { Command } from '@stagelink/shared/staging/events';
import { type About, stage } from '@stagelink/shared/staging/stage';
import { realSurroundings } from '@stagelink/shared/staging/surroundings';
import { confirm } from '../ask.ts';
import { connect, type Connection } from '../connection.ts';
import { type Context, type Result, say } from '../context.ts';
import { CliError, EXIT, usage } from '../exit.ts';
import { Progress } from '../progress.ts';
import { hasConsent, rememberConsent } from '../store/consents.ts';
import { rememberStaged, stagedFolder } from '../store/staged.ts';

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
  yes?: boolean;
}

interface Sent {
  files: number;
  bytes: number;
  sentFiles: number;
  sentBytes: number;
  milliseconds: number;
}

/** Stages a folder, at the link it already has unless `--new` is given. */
export async function run(context: Context, given: string | undefined, flags: StageFlags): Promise<Result> {
  const connection = await connect(context);
  const asked = path.resolve(context.cwd, given ?? '.');
  const folder = existsSync(asked) ? realpathSync(asked) : asked;
  const remembered = flags.new ? null : stagedFolder(folder, connection.server, connection.account);
  const about = aboutOf(folder, flags, remembered?.snapshotId);
  const { staged, sent } = await publish(context, connection, folder, about, flags).catch(
    (cause: unknown) => {
      throw remembered && cause instanceof StageError && cause.code === 'snapshot_gone'
        ? gone(remembered.url, cause)
        : cause;
    },
  );
  const { snapshot, version, url, contentUrl, password } = staged;
  rememberStaged({ folder, server: connection.server, snapshotId: snapshot.id, url }, connection.account);
  return {
    data: {
      url,
      password,
      snapshotId: snapshot.id,
      name: snapshot.name,
      version,
      contentUrl,
      expiresAt: snapshot.expiresAt,
      folder,
      ...sent,
    },
    lines: [...(password === null ? [] : [`Password: ${password}`]), url],
  };
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
): Promise<{ staged: Staged; sent: Sent }> {
  const progress = new Progress(context);
  const sent: Sent = { files: 0, bytes: 0, sentFiles: 0, sentBytes: 0, milliseconds: 0 };
  const events = stage({
    folder,
    about,
    client: 'cli',
    send: connection.send,
    surroundings: realSurroundings,
    environment: context.env,
    signal: context.signal,
    buildCommand: flags.build === false ? undefined : flags.build,
    build: flags.build === false ? false : undefined,
    output: flags.output,
    consent: (where, commands) => askConsent(context, where, commands, flags.yes ?? false),
  });
  try {
    for await (const event of events) {
      progress.show(event);
      if (event.type === 'hashed') Object.assign(sent, { files: event.files, bytes: event.bytes });
      if (event.type === 'offered')
        Object.assign(sent, { sentFiles: event.missingFiles, sentBytes: event.missingBytes });
      if (event.type === 'done')
        return { staged: event.staged, sent: { ...sent, milliseconds: Math.round(event.milliseconds) } };
    }
  } finally {
    progress.clear();
  }
  throw new Error('The stage ended without a link and without a reason');
}

/** A build runs the code of a folder and of everything it depends on, so a person says yes once. */
async function askConsent(
  context: Context,
  folder: string,
  commands: readonly Command[],
  yes: boolean,
): Promise<boolean> {
  const texts = commands.map(({ text }) => text);
  if (yes || hasConsent(folder, texts)) return true;
  const list = texts.map((text) => `“${text}”`).join(' and ');
  if (!context.interactive) {
    throw usage(
      `Staging ${folder} means running ${list}, and nobody is there to allow it.`,
      'Give --yes to allow it, or --no-build to stage what is already built.',
    );
  }
  say(context, `${folder} has to be built first: ${list}. That runs its code on this machine.`);
  if (!(await confirm(context, 'Run it now, and whenever this folder is staged?'))) return false;
  rememberConsent(folder, texts);
  return true;
}

const gone = (url: string, cause: StageError): CliError =>
  new CliError(
    EXIT.notFound,
    cause.code,
    `The snapshot this folder was staged at, ${url}, was deleted or has expired.`,
    'Run “stagelink stage --new” to stage it at a new link.',
    { cause },
  );
