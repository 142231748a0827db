import type { Router } from '@koa/router';
import { type AnalyticsEvent, trackEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import type { App } from '../../platform/context.ts';
import { OK, type HandlerArgs, route } from '../../platform/http/route.ts';
import { track } from './service.ts';

type Call = Pick<HandlerArgs<typeof trackEvents>, 'principal' | 'address' | 'ctx'>;

export function analyticsRoutes(router: Router, app: App): void {
  const report = async ({ principal, address, ctx }: Call, events: AnalyticsEvent[]) => {
    const reporter = { userId: principal?.userId ?? null, address, userAgent: ctx.get('User-Agent') };
    await track(app, reporter, events);
    return OK;
  };
  route(router, app, trackEvent, (call) => report(call, [call.input]));
  route(router, app, trackEvents, (call) => report(call, call.input.events));
}
