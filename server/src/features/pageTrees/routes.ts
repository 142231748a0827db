import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { getPageTree, putPageTree } from '@stagelink/shared/contracts/pageTrees';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { accessToSnapshot } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import * as service from './service.ts';

export function pageTreeRoutes(router: Router, app: App): void {
  route(router, app, putPageTree, async ({ input, context, address }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const commenter = commenterFor(app, access, context);
    return service.keep(app, { access, commenter, address }, input);
  });

  route(router, app, getPageTree, async ({ input, context, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const json = await service.read(app, access, commenterFor(app, access, context), input.hash);
    // The hash names the bytes. `Vary` keeps a browser from showing them after the access has ended.
    ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
    ctx.vary('Cookie, Authorization');
    ctx.type = 'json';
    return Readable.from([Buffer.from(json)]);
  });
}
