import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/admin';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentAdminUser } from './present.ts';
import type { AdminUserRow } from './userRepo.ts';
import * as users from './userService.ts';

export function adminRoutes(router: Router, app: App): void {
  const present = (row: AdminUserRow) => presentAdminUser(row, app.config);

  route(router, app, api.listUsers, async ({ input }) => {
    const { rows, ...page } = await users.list(app, input);
    return { users: rows.map(present), ...page };
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

  route(router, app, api.deleteUser, async ({ input, principal }) => {
    await users.remove(app, principal, input.uid);
    return OK;
  });
}
