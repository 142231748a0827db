import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/staging';
import { ownSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { finalize } from './finalize.ts';
import { offer } from './offer.ts';
import { presentStaged } from './present.ts';
import { missingOf, nextVersion, ownUpload, send } from './send.ts';
import { stageAtOnce } from './single.ts';

export function stagingRoutes(router: Router, app: App): void {
  const restagedBy = (viewer: Viewer, id: string | undefined) =>
    id === undefined ? Promise.resolve(null) : ownSnapshot(app, viewer, id);

  route(router, app, api.createSnapshot, async ({ input, viewer }) => {
    const { snapshotId, source, files, ...wish } = input;
    const restaged = await restagedBy(viewer, snapshotId);
    return offer(app, { ownerId: viewer.userId, restaged, wish, source, files });
  });

  route(router, app, api.getUpload, async ({ input, viewer }) => {
    const upload = await ownUpload(app, viewer.userId, input.uploadId);
    const { id, snapshotId, finalizedVersion } = upload;
    return {
      uploadId: id,
      snapshotId,
      version: finalizedVersion ?? (await nextVersion(app, snapshotId)),
      missing: await missingOf(app, upload),
      finalized: finalizedVersion !== null,
    };
  });

  route(router, app, api.sendBlobs, async ({ input, viewer, body }) => {
    const upload = await ownUpload(app, viewer.userId, input.uploadId);
    return { missing: await send(app, upload, body) };
  });

  route(router, app, api.finalizeUpload, async ({ input, viewer }) => {
    const upload = await ownUpload(app, viewer.userId, input.uploadId);
    return presentStaged(await finalize(app, upload, input.publish), app);
  });

  route(router, app, api.uploadSnapshot, async ({ input, viewer, body }) => {
    const { snapshotId, client, password, publish, ...wish } = input;
    const restaged = await restagedBy(viewer, snapshotId);
    const asked = { ...wish, password: password === 'none' ? null : password };
    const staging = { ownerId: viewer.userId, restaged, wish: asked, source: { client } };
    return presentStaged(await stageAtOnce(app, staging, body, publish), app);
  });
}
