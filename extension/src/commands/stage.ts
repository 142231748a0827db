import path from 'node:path';
import { toUserError, UserError } from '@stagelink/shared/client/userError';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import { stageLinked } from '@stagelink/shared/staging/node/folderLinks/index';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { snapshotName } from '@stagelink/shared/staging/node/snapshotName';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import { duration } from '@stagelink/shared/domain/format';
import { ProgressLocation, type Uri, window } from 'vscode';
import { toSnapshotSettings } from '../snapshotSettings.ts';
import type { App } from '../app.ts';
import type { Connection } from '../connection.ts';
import { askConsent, askLink, askToGoOn, decide } from '../consent.ts';
import { folderToStage, stagedFolder } from '../folders.ts';
import { errorText } from '../errors.ts';
import * as settings from '../settings.ts';
import { offerLink } from '../offerLink.ts';
import { showError } from '../showError.ts';
import { connect } from './signIn.ts';

interface Target {
  folder: string;
  /** A new link instead of the folder's own. */
  isNew?: boolean;
}

export async function stage(app: App, clicked?: Uri): Promise<void> {
  const connection = await connect(app);
  const folder = connection && (await folderToStage(clicked));
  if (!folder) return;
  await showErrors(app, folder, () => stageAndOffer(app, connection, { folder }));
}

/** Stages a folder at a new link and leaves the existing one unchanged. */
export async function stageNew(app: App, clicked?: Uri): Promise<void> {
  const connection = await connect(app);
  const folder = connection && (await folderToStage(clicked));
  if (folder) await showErrors(app, folder, () => stageAndOffer(app, connection, { folder, isNew: true }));
}

export async function restage(app: App): Promise<void> {
  const connection = await connect(app);
  if (!connection) return;
  const all = app.stagedFolders.of(connection.owner);
  const staged = await stagedFolder(all, 'Restage which folder?');
  if (staged) await showErrors(app, staged.folder, () => stageAndOffer(app, connection, staged));
}

async function stageAndOffer(app: App, connection: Connection, target: Target): Promise<void> {
  const { folder } = target;
  const done = await app.staging.during(folder, () => stageAndRemember(app, connection, target));
  if (!done) throw new UserError('busy', `${folder} is already being staged.`);
  const { snapshot, url, password } = done.staged;
  if (password !== null) app.log.line(`Password: ${password}`);
  app.log.line(url, 'bold');
  void offerLink(`Staged “${snapshot.name}” in ${duration(done.milliseconds)}.`, { url, password });
}

async function showErrors(app: App, folder: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    const error = toUserError(toStageError(thrown));
    app.log.line(errorText(error), 'red');
    await showError(app, error, folder);
  }
}

interface Done {
  staged: Staged;
  milliseconds: number;
}

async function stageAndRemember(app: App, connection: Connection, target: Target): Promise<Done> {
  await app.stagedFolders.bringOver(connection.owner);
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
        const described = describeEvent(event);
        if (described) app.log.event(described);
        if (described && described.kind !== 'output') progress.report({ message: described.text });
        if (event.type === 'done') return event;
      }
      throw new Error('Staging ended without a link or an error');
    },
  );
}

function eventsOf(
  app: App,
  { owner, send }: Connection,
  { folder, isNew = false }: Target,
  signal: AbortSignal,
): AsyncIterable<StageEvent> {
  const { buildCommand, output, variables, password } = settings.ofFolder(folder);
  return stageLinked({
    folder,
    links: app.stagedFolders.links,
    ...owner,
    to: isNew ? 'new' : undefined,
    settingsFor: (snapshotId) => toSnapshotSettings(snapshotName(folder), snapshotId, password),
    askLink,
    client: 'extension',
    send,
    runtime: systemRuntime,
    environment: process.env,
    variables,
    signal,
    buildCommand,
    output,
    consent: (where, commands) => askConsent(app, where, commands),
    goOn: askToGoOn,
    decide,
  });
}
