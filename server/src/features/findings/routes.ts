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
  route(router, app, api.listFindings, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    return service.list(app, access, context, input.version);
  });

  route(router, app, api.putFindings, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    await service.put(app, access, input);
    return service.list(app, access, context, input.version);
  });

  route(router, app, api.updateFinding, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    return { finding: presentFinding(await service.update(app, access, context, input)) };
  });

  route(router, app, api.commentOnFinding, async ({ input, context, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { id: _, findingId, ...author } = input;
    const { row, commenter, secret } = await service.comment(app, access, context, { findingId, author });
    if (secret !== null) setVisitor(ctx, secret);
    return { comment: presentComment(app, access, commenter, row) };
  });
}
