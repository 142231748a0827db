import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/tokens';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import { AppError, notFound } from '../http/errors.ts';
import { done, route } from '../http/route.ts';
import { presentToken } from './present.ts';
import * as repo from './repo.ts';
import { hashSecret, newAccessToken } from './secret.ts';
import { end } from './service.ts';

export function tokenRoutes(router: Router, app: App): void {
  route(router, app, api.listTokens, async ({ viewer }) => {
    const rows = await repo.ofUser(app.db, viewer.userId);
    return { pats: rows.map(presentToken) };
  });

  route(router, app, api.createToken, async ({ input, viewer }) => {
    const token = newAccessToken();
    const expiresAt = new Date(Date.now() + input.expiresInDays * 86_400_000);
    const { description, scopes } = input;
    const wanted = { id: uuidv7(), userId: viewer.userId, description, scopes, expiresAt };
    const row = await repo.insert(app.db, wanted, hashSecret(token));
    if (!row) throw new AppError('internal', 'The token could not be created. Please try again.');
    return { token, pat: presentToken(row) };
  });

  route(router, app, api.deleteToken, async ({ input, viewer }) => {
    const existed = await app.db.transaction((tx) => end(tx, viewer.userId, input.id));
    if (!existed) throw notFound('That token');
    return done;
  });
}
