import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/staging';
import { ownSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { finalize } from './finalize.ts';
import { createUpload } from './createUpload.ts';
import { hashRequest, keyOf, settle, storedKey } from './idempotency.ts';
import { presentStaged } from './present.ts';
import { missingOf, nextVersion, ownUpload, send, settledUpload } from './receiveBlobs.ts';
import { uploadInOneRequest } from './uploadInOneRequest.ts';
import { uploadOnce } from './uploadOnce.ts';

export function stagingRoutes(router: Router, app: App): void {
  const restagedBy = (principal: Principal, id: string | undefined) =>
    id === undefined ? Promise.resolve(null) : ownSnapshot(app, principal, id);

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

  route(router, app, api.finalizeUpload, async ({ input, principal }) => {
    const upload = await ownUpload(app, principal.userId, input.uploadId);
    return presentStaged(await finalize(app, upload, input.publish), app);
  });

  route(router, app, api.uploadSnapshot, async ({ input, principal, address, body }) => {
    const { snapshotId, client, capturedFrom, password, publish, output, allowSecrets, ...requested } = input;
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
