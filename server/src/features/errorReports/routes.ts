import type { Router } from '@koa/router';
import { reportError } from '@stagelink/shared/contracts/errorReports';
import type { App } from '../../platform/context.ts';
import { scrubbedReport } from '../../platform/errorReports.ts';
import { OK, route } from '../../platform/http/route.ts';

/** Errors of the web app and the companion; without a configured receiver they are logged. */
export function errorReportRoutes(router: Router, app: App): void {
  route(router, app, reportError, ({ input: { page, ...error } }) => {
    const report = scrubbedReport({ ...error, where: page });
    app.log.warn({ report }, 'a client reported an error');
    app.errorReports.report(report);
    return Promise.resolve(OK);
  });
}
