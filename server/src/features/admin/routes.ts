import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/admin';
import type { StripeApi } from '../billing/stripe/stripe.ts';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import * as activity from './activityService.ts';
import * as audit from './audit.ts';
import { charts } from './chartsService.ts';
import { cleanUp } from './cleanupService.ts';
import {
  AUDIT_COLUMNS,
  EVENT_COLUMNS,
  inPortions,
  type Paged,
  SESSION_COLUMNS,
  SNAPSHOT_COLUMNS,
  tableOf,
  USER_COLUMNS,
} from './tables.ts';
import {
  presentAuditEntry,
  presentAdminSession,
  presentAdminSnapshot,
  withFiles,
  presentAdminUser,
  presentEvent,
  presentUserFacts,
} from './present.ts';
import * as sessions from './sessionService.ts';
import * as snapshots from './snapshotService.ts';
import { stats } from './statsService.ts';
import type { AdminUserRow } from './userRepo.ts';
import * as userPage from './userPageService.ts';
import * as users from './userService.ts';

/** `stripe` is null on a server without billing. */
export function adminRoutes(router: Router, app: App, stripe: StripeApi | null): void {
  const present = (row: AdminUserRow) => presentAdminUser(row, app.config);

  route(router, app, api.listUsers, async ({ input, ctx }) => {
    if (input.format === 'csv') {
      const read = (page: Paged) => users.page(app, { ...input, ...page });
      return tableOf(ctx, 'users', USER_COLUMNS, inPortions(read, present));
    }
    const { rows, ...page } = await users.list(app, input);
    return { users: rows.map(present), ...page };
  });

  route(router, app, api.getUser, async ({ input, principal }) => {
    const [row, facts] = await Promise.all([users.load(app.db, input.uid), userPage.read(app.db, input.uid)]);
    return { user: present(row), facts: presentUserFacts(facts, principal.credential.id, app.config) };
  });

  route(router, app, api.revokeUserSession, async ({ input, principal }) => {
    await userPage.revokeSession(app, principal, input);
    return OK;
  });

  route(router, app, api.resendVerification, async ({ input, principal }) => {
    await userPage.resendVerification(app, principal, input.uid);
    return OK;
  });

  route(router, app, api.syncBilling, async ({ input, principal }) => {
    await userPage.syncBilling({ app, stripe }, principal, input.uid);
    return { user: present(await users.load(app.db, input.uid)) };
  });

  route(router, app, api.endTrial, async ({ input, principal }) => {
    await userPage.endTrial({ app, stripe }, principal, input);
    return { user: present(await users.load(app.db, input.uid)) };
  });

  route(router, app, api.createUser, async ({ input, principal }) => ({
    user: present(await users.create(app, principal, input)),
  }));

  route(router, app, api.deactivateUser, async ({ input, principal }) => ({
    user: present(await users.deactivate(app, principal, input.uid)),
  }));

  route(router, app, api.activateUser, async ({ input, principal }) => ({
    user: present(await users.activate(app, principal, input.uid)),
  }));

  route(router, app, api.listAllSnapshots, async ({ input, ctx }) => {
    if (input.format === 'csv') {
      const read = (page: Paged) => snapshots.page(app, { ...input, ...page });
      return tableOf(ctx, 'snapshots', SNAPSHOT_COLUMNS, inPortions(read, presentAdminSnapshot));
    }
    const { rows, files, ...page } = await snapshots.list(app, input);
    return { snapshots: rows.map((row) => withFiles(presentAdminSnapshot(row), files.get(row.id))), ...page };
  });

  route(router, app, api.takeDownSnapshot, async ({ input, principal }) => {
    await snapshots.takeDown(app, principal, input);
    return OK;
  });

  route(router, app, api.getStats, ({ input }) => stats(app.db, input));

  route(router, app, api.getCharts, () => charts(app.db));

  route(router, app, api.listActiveSessions, async ({ input, ctx }) => {
    if (input.format === 'csv') {
      const read = (page: Paged) => sessions.page(app, { ...input, ...page });
      return tableOf(ctx, 'sessions', SESSION_COLUMNS, inPortions(read, presentAdminSession));
    }
    const { rows, ...page } = await sessions.list(app, input);
    return { sessions: rows.map(presentAdminSession), ...page };
  });

  route(router, app, api.listActivity, async ({ input, ctx }) => {
    if (input.format === 'csv') {
      const read = (page: Paged) => activity.page(app, { ...input, ...page });
      return tableOf(ctx, 'activity', EVENT_COLUMNS, inPortions(read, presentEvent));
    }
    const { rows, ...page } = await activity.list(app, input);
    return { events: rows.map(presentEvent), ...page };
  });

  route(router, app, api.cleanUpUsers, ({ input, principal }) => cleanUp(app, principal, input));

  route(router, app, api.listAuditLog, async ({ input, ctx }) => {
    if (input.format === 'csv') {
      const read = (page: Paged) => audit.page(app, { ...input, ...page });
      return tableOf(ctx, 'audit-log', AUDIT_COLUMNS, inPortions(read, presentAuditEntry));
    }
    const { rows, ...page } = await audit.list(app, input);
    return { entries: rows.map(presentAuditEntry), ...page };
  });

  route(router, app, api.deleteUser, async ({ input, principal }) => {
    await users.remove(app, principal, input.uid);
    return OK;
  });
}
