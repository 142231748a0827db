import { createHash } from 'node:crypto';
import * as core from '@actions/core';
import { ApiError, type Call, createClient, type Send } from '@stagelink/shared/client/call';
import { UserError } from '@stagelink/shared/client/userError';
import { extendSnapshot, getSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import type { StageEvent } from '@stagelink/shared/staging/core/events';
import type { SnapshotSettings } from '@stagelink/shared/staging/core/uploadPlan';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { stage } from '@stagelink/shared/staging/node/stage';
import type { WorkflowEvent } from './event.ts';
import type { Inputs } from './inputs.ts';

export interface StagedPreview {
  staged: Staged;
  milliseconds: number;
}

/**
 * Names what has one link to the server, as the path of a folder does on a computer: two jobs at once get one link, and
 * so does a pull request whose comment was deleted.
 */
function folderKey({ githubUrl, repository, subject }: WorkflowEvent, name: string): string {
  const named = JSON.stringify([githubUrl, repository.owner, repository.repo, subject, name]);
  return createHash('sha256').update(named).digest('hex');
}

/** Returns whether there still is such a link of this account. One that ended is extended. */
async function revive(call: Call, snapshotId: string): Promise<boolean> {
  try {
    const { snapshot } = await call(getSnapshot, { id: snapshotId });
    if (Date.parse(snapshot.expiresAt) <= Date.now()) await call(extendSnapshot, { id: snapshotId });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'not_found') return false;
    throw cause;
  }
}

function say(event: StageEvent): void {
  const described = describeEvent(event);
  if (!described || described.kind === 'passing') return;
  if (described.kind === 'warning') core.warning(described.text);
  else core.info(described.text);
}

/** Stages the folder at the link of the pull request, or of the branch. */
export async function stageFolder(
  send: Send,
  inputs: Inputs,
  event: WorkflowEvent,
  knownId: string | null,
): Promise<StagedPreview> {
  const { name, password, expiresInDays } = inputs;
  const fresh = event.pull === null ? name : `${name} #${event.pull}`;
  const settingsFor = (snapshotId: string | undefined): SnapshotSettings => ({
    ...(snapshotId === undefined ? { name: fresh } : { snapshotId }),
    ...(password === undefined ? {} : { password }),
    ...(expiresInDays === undefined ? {} : { expiresInDays }),
  });
  const isThere = knownId !== null && (await revive(createClient(send), knownId));
  const events = stage({
    folder: inputs.folder,
    about: settingsFor(isThere ? knownId : undefined),
    link: {
      folderKey: folderKey(event, name),
      newLink: false,
      repeatKey: undefined,
      settingsFor,
      onPublishing: () => Promise.resolve(),
      onPublished: () => Promise.resolve(),
      onNotPublished: () => Promise.resolve(),
    },
    client: 'action',
    git: event.git,
    send,
    runtime: systemRuntime,
    environment: process.env,
    buildCommand: inputs.buildCommand,
    // The workflow names the folder, and what it runs is reviewed like the workflow.
    consent: () => true,
  });
  for await (const stageEvent of events) {
    say(stageEvent);
    if (stageEvent.type === 'done')
      return { staged: stageEvent.staged, milliseconds: stageEvent.milliseconds };
  }
  throw new UserError('unexpected', 'Staging ended without a link.');
}
