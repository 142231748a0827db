import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/agentWork';
import type { Context } from 'koa';
import { accessToSnapshot } from '../access/access.ts';
import { presentComment } from '../comments/present.ts';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { confirm } from './confirm.ts';
import { waitFor } from './feedback.ts';
import * as service from './service.ts';
import type { Waiters } from './waiters.ts';

/** Aborted when the client is gone, or has its reply. */
function closingOf({ res }: Context): AbortSignal {
  const closing = new AbortController();
  res.once('close', () => closing.abort());
  return closing.signal;
}

export function agentWorkRoutes(router: Router, app: App, waiters: Waiters): void {
  route(router, app, api.sendThreads, async ({ input, context }) => ({
    sent: await service.send(app, context, input),
  }));

  route(router, app, api.waitForFeedback, ({ input, context, ctx }) =>
    waitFor(waiters, { app, context, wanted: input }, closingOf(ctx)),
  );

  route(router, app, api.takeThread, async ({ input, context }) => ({
    thread: await service.take(app, context, input.id, input.agent),
  }));

  route(router, app, api.proposePlan, async ({ input, context }) => ({
    thread: await service.propose(app, context, input.id, input),
  }));

  route(router, app, api.decideWork, async ({ input, context }) => ({
    thread: await service.decide(app, context, input),
  }));

  route(router, app, api.markStaged, ({ input, context }) => service.stage(app, context, input));

  route(router, app, api.confirmThread, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { row, commenter } = await confirm(app, access, context, input);
    return { comment: presentComment(app, access, commenter, row) };
  });
}
