import type { Router } from '@koa/router';
import { reportError } from '@stagelink/shared/contracts/errorReports';
import type { App } from '../../platform/context.ts';
import { scrubbedReport } from '../../platform/errorReports.ts';
import { OK, route } from '../../platform/http/route.ts';

/** Errors of the web app and the companion; without a configured receiver they are logged. */
export function errorReportRoutes(router: Router, app: App): void {
  route(router, app, reportError, async ({ input: { page, ...error }, principal }) => {
    // Strangers, who can invent errors, leave the accounts their own share.
    const reporter = principal ? 'account' : 'visitor';
    await app.rateLimits.consume(principal ? 'accountErrorsTotal' : 'visitorErrorsTotal', 'all');
    const report = scrubbedReport({ ...error, reporter, where: page });
    app.log.warn({ report }, 'a client reported an error');
    app.errorReports.report(report);
    return OK;
  });
}
