import type { Router } from '@koa/router';
import * as bulk from '@stagelink/shared/contracts/bulkChanges';
import * as api from '@stagelink/shared/contracts/snapshots';
import { extendAsSuperadmin, mayExtendOthers } from '../admin/extend.ts';
import { accessToSnapshot, ownSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Views } from '../pageViews/views.ts';
import { jsonWithList } from '../../platform/http/longJson.ts';
import { OK, route } from '../../platform/http/route.ts';
import * as bulkChanges from './bulkChanges.ts';
import { list } from './list.ts';
import { tagsOf } from './listRepo.ts';
import { presentBulkChange, presentSnapshot, presentView, withFiles } from './present.ts';
import { filesFrom } from '../versions/repo.ts';
import * as service from './service.ts';
import { summary } from './summary.ts';

export function snapshotRoutes(router: Router, app: App, { views }: { views: Views }): void {
  route(router, app, api.listSnapshots, async ({ input, principal }) => {
    const { rows, ...page } = await list(app, principal.userId, input);
    return jsonWithList(
      page,
      'snapshots',
      rows.map(({ json }) => json),
    );
  });

  // Must precede the routes with an id in the same position.
  route(router, app, api.getSummary, ({ principal }) => summary(app, principal.userId));

  route(router, app, api.listTags, async ({ principal }) => {
    return { tags: await tagsOf(app.db, principal.userId) };
  });

  route(router, app, bulk.startBulkChange, async ({ input, principal }) => ({
    change: presentBulkChange(await bulkChanges.start(app, principal.userId, input)),
  }));

  route(router, app, bulk.getBulkChange, async ({ input, principal }) => ({
    change: presentBulkChange(await bulkChanges.find(app.db, principal.userId, input.changeId)),
  }));

  route(router, app, bulk.undoBulkChange, async ({ input, principal }) => ({
    change: presentBulkChange(await bulkChanges.undo(app, principal.userId, input.changeId)),
  }));

  route(router, app, api.getSnapshot, async ({ input, principal }) => {
    const { version } = await ownSnapshot(app, principal, input.id);
    const snapshot = presentSnapshot(await service.loadForOwner(app.db, input.id), app);
    const files = await filesFrom(app.db, { snapshotId: input.id, number: version }, 0);
    return {
      snapshot: withFiles(
        snapshot,
        files.map(({ path }) => path),
      ),
    };
  });

  route(router, app, api.updateSnapshot, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    return { snapshot: presentSnapshot(await service.change(app, input), app) };
  });

  route(router, app, api.deleteSnapshot, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    await service.remove(app, input.id);
    return OK;
  });

  route(router, app, api.extendSnapshot, async ({ input, principal }) => {
    if (await mayExtendOthers(app, principal, input.id)) {
      const extended = presentSnapshot(await extendAsSuperadmin(app, principal, input.id), app);
      return { snapshot: { ...extended, password: null } };
    }
    await ownSnapshot(app, principal, input.id);
    return { snapshot: presentSnapshot(await service.extend(app, input.id), app) };
  });

  route(router, app, api.expireSnapshot, async ({ input, principal }) => {
    await ownSnapshot(app, principal, input.id);
    return { snapshot: presentSnapshot(await service.expire(app, input.id), app) };
  });

  route(router, app, api.viewSnapshot, async ({ input, context, principal, address, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { id: snapshotId, version: number } = access.snapshot;
    const files = await filesFrom(app.db, { snapshotId, number }, 0);
    await views.note(ctx.req, access, { principal, address });
    return { snapshot: presentView(access, principal, files, app) };
  });
}
