import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/findings';
import { accessToSnapshot } from '../access/access.ts';
import { presentComment } from '../comments/present.ts';
import { setVisitor } from '../comments/visitor.ts';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { presentFinding } from './present.ts';
import * as service from './service.ts';

export function findingRoutes(router: Router, app: App): void {
  route(router, app, api.listFindings, async ({ input, principal, ctx }) => {
    const context = { principal, request: ctx.req };
    const access = await accessToSnapshot(app, context, input.id);
    return service.list(app, access, context, input.version);
  });

  route(router, app, api.putFindings, async ({ input, principal, ctx }) => {
    const context = { principal, request: ctx.req };
    const access = await accessToSnapshot(app, context, input.id);
    await service.put(app, access, input);
    return service.list(app, access, context, input.version);
  });

  route(router, app, api.updateFinding, async ({ input, principal, ctx }) => {
    const context = { principal, request: ctx.req };
    const access = await accessToSnapshot(app, context, input.id);
    return { finding: presentFinding(await service.update(app, access, context, input)) };
  });

  route(router, app, api.commentOnFinding, async ({ input, principal, address, ctx }) => {
    const context = { principal, request: ctx.req, address };
    const access = await accessToSnapshot(app, context, input.id);
    const { id: _, findingId, ...author } = input;
    const { row, commenter, secret } = await service.comment(app, access, context, { findingId, author });
    if (secret !== null) setVisitor(ctx, secret);
    return { comment: presentComment(app, access, commenter, row) };
  });
}
