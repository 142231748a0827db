import path from 'node:path';
import type { Staged } from '@stagelink/shared/contracts/staging';
import type { StageEvent } from '@stagelink/shared/staging/events';
import { linkedSnapshot } from '@stagelink/shared/staging/projectLink';
import { stage as stagePrototype } from '@stagelink/shared/staging/stage';
import { realSurroundings } from '@stagelink/shared/staging/surroundings';
import { tell } from '@stagelink/shared/staging/telling';
import { duration } from '@stagelink/shared/staging/words';
import { ProgressLocation, type Uri, window } from 'vscode';
import { aboutOf } from '../about.ts';
import type { App } from '../app.ts';
import type { Connection } from '../connection.ts';
import { askConsent, askToGoOn } from '../consent.ts';
import { folderToStage, stagedFolder } from '../folders.ts';
import { Problem, toProblem } from '../problem.ts';
import * as settings from '../settings.ts';
import { offerLink } from '../share.ts';
import { showProblem } from '../showProblem.ts';
import { connect } from './signIn.ts';

/** A folder, and the snapshot it becomes a new version of. */
interface Target {
  folder: string;
  snapshotId?: string;
}

/** Stages a folder, at the link it already has. */
export async function stage(app: App, clicked?: Uri): Promise<void> {
  const connection = await connect(app);
  const folder = connection && (await folderToStage(clicked));
  if (!folder) return;
  await showProblems(app, folder, async () => {
    const snapshotId = linkedSnapshot(folder, connection.owner.server);
    const known = app.stagedFolders.find(connection.owner, folder) ?? { folder };
    await stageAndOffer(app, connection, snapshotId === null ? known : { folder, snapshotId });
  });
}

/** Stages a folder at another link; the one it has stays as it is. */
export async function stageNew(app: App, clicked?: Uri): Promise<void> {
  const connection = await connect(app);
  const folder = connection && (await folderToStage(clicked));
  if (folder) await showProblems(app, folder, () => stageAndOffer(app, connection, { folder }));
}

/** Stages a folder again that was staged from this workspace. */
export async function restage(app: App): Promise<void> {
  const connection = await connect(app);
  if (!connection) return;
  const all = app.stagedFolders.of(connection.owner);
  const staged = await stagedFolder(all, 'Which folder is to be staged again?');
  if (staged) await showProblems(app, staged.folder, () => stageAndOffer(app, connection, staged));
}

async function stageAndOffer(app: App, connection: Connection, target: Target): Promise<void> {
  const { folder } = target;
  const done = await app.staging.during(folder, () => stageAndRemember(app, connection, target));
  if (!done) throw new Problem(`${folder} is being staged already.`, null);
  const { snapshot, url, password } = done.staged;
  if (password !== null) app.log.line(`Password: ${password}`);
  app.log.line(url, 'bold');
  void offerLink(`Staged “${snapshot.name}” in ${duration(done.milliseconds)}.`, { url, password });
}

async function showProblems(app: App, folder: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    const problem = toProblem(thrown);
    app.log.line(problem?.message ?? 'Nothing was staged.', 'red');
    await showProblem(app, problem, folder);
  }
}

interface Done {
  staged: Staged;
  milliseconds: number;
}

async function stageAndRemember(app: App, connection: Connection, target: Target): Promise<Done> {
  const done = await withProgress(app, connection, target);
  const { snapshot, url } = done.staged;
  await app.stagedFolders.remember(connection.owner, {
    folder: target.folder,
    snapshotId: snapshot.id,
    url,
  });
  app.comments.follow(connection);
  return done;
}

function withProgress(app: App, connection: Connection, target: Target): Thenable<Done> {
  app.log.reveal();
  app.log.line(`Staging ${target.folder}`, 'bold');
  const title = `Staging “${path.basename(target.folder)}”`;
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancellation) => {
      const left = new AbortController();
      cancellation.onCancellationRequested(() => left.abort());
      for await (const event of eventsOf(app, connection, target, left.signal)) {
        const told = tell(event);
        if (told) app.log.told(told);
        if (told && told.kind !== 'output') progress.report({ message: told.text });
        if (event.type === 'done') return event;
      }
      throw new Error('The stage ended without a link and without a reason');
    },
  );
}

function eventsOf(
  app: App,
  { send }: Connection,
  { folder, snapshotId }: Target,
  signal: AbortSignal,
): AsyncIterable<StageEvent> {
  const { buildCommand, output, variables, password } = settings.ofFolder(folder);
  return stagePrototype({
    folder,
    about: aboutOf(path.basename(folder), snapshotId, password),
    client: 'extension',
    send,
    surroundings: realSurroundings,
    environment: process.env,
    variables,
    signal,
    buildCommand,
    output,
    consent: (where, commands) => askConsent(app, where, commands),
    goOn: askToGoOn,
  });
}
