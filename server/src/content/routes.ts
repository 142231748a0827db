import type { Router } from '@koa/router';
import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { accessToSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import { otherThanShown } from '../versions/service.ts';
import { previewUrl } from './preview.ts';

export function contentRoutes(router: Router, app: App): void {
  route(router, app, openPreview, async ({ input, viewer, ctx }) => {
    const access = await accessToSnapshot(app, { viewer, request: ctx.req }, input.id);
    const version = await otherThanShown(app, access, input.version ?? null);
    return { url: await previewUrl(app, access, { path: input.path, version }) };
  });
}
