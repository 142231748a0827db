import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { renewSession } from '@stagelink/shared/contracts/oauth';
import type { App } from '../../../platform/context.ts';
import { clearCookie } from '../../../platform/http/cookies.ts';
import { AppError, notFound } from '../../../platform/http/errors.ts';
import { OK, route } from '../../../platform/http/route.ts';
import { SESSION_COOKIE } from '../authenticate.ts';
import { presentSession } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

export function sessionRoutes(router: Router, app: App): void {
  route(router, app, api.listSessions, async ({ principal: { userId, credential } }) => {
    const rows = await repo.ofUser(app.db, userId);
    return { sessions: rows.map((row) => presentSession(row, credential.id)) };
  });

  route(router, app, renewSession, async ({ principal: { credential } }) => {
    const expiresAt = await repo.renew(app.db, credential.id);
    if (!expiresAt) throw new AppError('unauthenticated', 'Please log in first.');
    return { ...OK, expiresAt: expiresAt.toISOString() };
  });

  route(router, app, api.revokeSession, async ({ input: { id }, principal: { userId, credential }, ctx }) => {
    const existed = await app.db.transaction((tx) => service.end(tx, userId, id));
    if (!existed) throw notFound('That session');
    if (id === credential.id) clearCookie(ctx, SESSION_COOKIE);
    return OK;
  });

  route(router, app, api.revokeOtherSessions, async ({ principal: { userId, credential } }) => {
    const ended = await app.db.transaction((tx) => service.endAll(tx, userId, credential.id));
    return { ...OK, ended };
  });
}
