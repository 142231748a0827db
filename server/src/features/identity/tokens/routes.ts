import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/tokens';
import type { App } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { OK, route } from '../../../platform/http/route.ts';
import { presentToken } from './present.ts';
import * as repo from './repo.ts';
import { createPersonal, end } from './service.ts';

export function tokenRoutes(router: Router, app: App): void {
  route(router, app, api.listTokens, async ({ principal }) => {
    const rows = await repo.ofUser(app.db, principal.userId);
    return { pats: rows.map(presentToken) };
  });

  route(router, app, api.createToken, async ({ input, principal }) => {
    const { token, row } = await createPersonal(app, principal.userId, input);
    return { token, pat: presentToken(row) };
  });

  route(router, app, api.deleteToken, async ({ input, principal }) => {
    const existed = await app.db.transaction((tx) => end(tx, principal.userId, input.id));
    if (!existed) throw notFound('That token');
    return OK;
  });
}
