import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/tokens';
import type { App } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { OK, route } from '../../../platform/http/route.ts';
import { presentToken } from './present.ts';
import * as repo from './repo.ts';
import { createPersonal, end } from './service.ts';

export function tokenRoutes(router: Router, app: App): void {
  route(router, app, api.listTokens, async ({ viewer }) => {
    const rows = await repo.ofUser(app.db, viewer.userId);
    return { pats: rows.map(presentToken) };
  });

  route(router, app, api.createToken, async ({ input, viewer }) => {
    const { token, row } = await createPersonal(app, viewer.userId, input);
    return { token, pat: presentToken(row) };
  });

  route(router, app, api.deleteToken, async ({ input, viewer }) => {
    const existed = await app.db.transaction((tx) => end(tx, viewer.userId, input.id));
    if (!existed) throw notFound('That token');
    return OK;
  });
}
