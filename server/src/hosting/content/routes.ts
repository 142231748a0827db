import type { Router } from '@koa/router';
import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { accessToSnapshot } from '../../features/access/access.ts';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { versionUnlessLive } from '../../features/versions/service.ts';
import { previewUrl } from './preview.ts';

export function contentRoutes(router: Router, app: App): void {
  route(router, app, openPreview, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const version = await versionUnlessLive(app, access, input.version ?? null);
    return { url: await previewUrl(app, access, { path: input.path, version }) };
  });
}
