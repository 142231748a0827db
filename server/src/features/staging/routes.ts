import type { Router } from '@koa/router';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/staging';
import type { StagedFor } from '@stagelink/shared/contracts/threadWork';
import { ownSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { assertScope, route } from '../../platform/http/route.ts';
import type { CountedRequest, Principal } from '../../platform/http/principal.ts';
import { finalize } from './finalize.ts';
import { createUpload } from './createUpload.ts';
import type { ForThreads } from './forThreads.ts';
import { hashRequest, keyOf, settle, storedKey } from './idempotency.ts';
import { presentStaged } from './present.ts';
import { missingOf, nextVersion, ownUpload, send, settledUpload } from './receiveBlobs.ts';
import { uploadInOneRequest } from './uploadInOneRequest.ts';
import { uploadOnce } from './uploadOnce.ts';

/** Returns the threads that query parameters name. */
function stagedForOf({
  threads,
  agentId: id,
  agentName: name,
}: Pick<Parsed<typeof api.uploadSnapshot>, 'threads' | 'agentId' | 'agentName'>): StagedFor | undefined {
  if (threads === undefined) return undefined;
  if (id !== undefined && name !== undefined) return { agent: { id, name }, threads };
  throw new AppError('invalid_input', 'Threads need the agent that stages for them: its id and its name.', {
    field: id === undefined ? 'agentId' : 'agentName',
  });
}

export function stagingRoutes(router: Router, app: App): void {
  const restagedBy = (principal: Principal, id: string | undefined) =>
    id === undefined ? Promise.resolve(null) : ownSnapshot(app, principal, id);

  /** Checks and counts like a request that only marks threads. */
  async function forThreadsOf(
    { principal, address }: CountedRequest<Principal>,
    stagedFor: StagedFor | undefined,
  ): Promise<ForThreads | undefined> {
    if (stagedFor === undefined) return undefined;
    assertScope(principal, 'comments:write');
    await app.rateLimits.consumeAccountCall('agentWork', principal.userId, address);
    return { stagedFor, by: principal };
  }

  route(router, app, api.createSnapshot, async ({ input, principal, address }) => {
    const { snapshotId, source, files, folderKey, newLink, idempotencyKey, ...requested } = input;
    const restaged = await restagedBy(principal, snapshotId);
    const keys = { folderKey, newLink, idempotencyKey };
    return createUpload(app, {
      ownerId: principal.userId,
      address,
      restaged,
      requested,
      source,
      files,
      ...keys,
    });
  });

  route(router, app, api.getUpload, async ({ input, principal }) => {
    const upload = await settledUpload(app, principal.userId, input.uploadId);
    const { id, snapshotId, finalizedVersion } = upload;
    return {
      uploadId: id,
      snapshotId,
      version: finalizedVersion ?? (await nextVersion(app, snapshotId)),
      missing: await missingOf(app, upload),
      finalized: finalizedVersion !== null,
    };
  });

  route(router, app, api.sendBlobs, async ({ input, principal, address, body }) => {
    const upload = await ownUpload(app, principal.userId, input.uploadId);
    return { missing: await send(app, upload, { request: body, address }) };
  });

  route(router, app, api.finalizeUpload, async ({ input, principal, context }) => {
    const upload = await ownUpload(app, principal.userId, input.uploadId);
    const { publish, stagedFor } = input;
    const forThreads = await forThreadsOf(context, stagedFor);
    return presentStaged(await finalize(app, upload, { publish, forThreads }), app);
  });

  route(router, app, api.uploadSnapshot, async ({ input, principal, context, address, body }) => {
    const { snapshotId, client, capturedFrom, password, publish, output, allowSecrets, ...rest } = input;
    const { threads, agentId, agentName, ...requested } = rest;
    const restaged = await restagedBy(principal, snapshotId);
    const request = { ...requested, password: password === 'none' ? null : password };
    const source = capturedFrom === undefined ? { client } : { client, capturedFrom };
    const staging = {
      ownerId: principal.userId,
      address,
      restaged,
      requested: request,
      source,
      publish,
      forThreads: await forThreadsOf(context, stagedForOf({ threads, agentId, agentName })),
      output,
      // A program, such as a coding agent, cannot decide that a key is public.
      allowsSecrets: allowSecrets === 'true' && principal.isPersonal,
    };
    const key = keyOf(body, principal.userId);
    const uploaded = await (key === null
      ? uploadInOneRequest(app, staging, body)
      : uploadOnce(app, staging, body, { key, hashOf: (manifest) => hashRequest(app, input, manifest) }));
    return { ...presentStaged(uploaded, app), ...uploaded.report };
  });

  route(router, app, api.settleUpload, async ({ input, principal }) => {
    const settled = await settle(app, storedKey(principal.userId, input.idempotencyKey));
    return { staged: settled && presentStaged(settled, app) };
  });
}
