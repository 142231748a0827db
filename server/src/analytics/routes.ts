import type { Router } from '@koa/router';
import { trackEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import { done, route } from '../http/route.ts';
import { track } from './service.ts';

export function analyticsRoutes(router: Router, app: App): void {
  route(router, app, trackEvent, async ({ input, viewer, ctx }) => {
    const reporter = { userId: viewer?.userId ?? null, userAgent: ctx.get('User-Agent') };
    const event = { ...input, id: uuidv7(), timestamp: new Date().toISOString() };
    await track(app.db, reporter, [event]);
    return done;
  });

  route(router, app, trackEvents, async ({ input, viewer, ctx }) => {
    const reporter = { userId: viewer?.userId ?? null, userAgent: ctx.get('User-Agent') };
    await track(app.db, reporter, input.events);
    return done;
  });
}
