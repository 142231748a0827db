import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/projects';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { OK, route } from '../../platform/http/route.ts';
import { overviewOf } from './overviewRepo.ts';
import { presentOverview, presentProject } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

// Every query includes the owner, so others' projects are not found.

export function projectRoutes(router: Router, app: App): void {
  route(router, app, api.listProjects, async ({ principal }) => {
    const [rows, withoutProject] = await Promise.all([
      repo.ofOwner(app.db, principal.userId),
      repo.countWithout(app.db, principal.userId),
    ]);
    return { projects: rows.map(presentProject), withoutProject };
  });

  route(router, app, api.getProjectOverview, async ({ input, principal }) => {
    const row = await overviewOf(app.db, principal.userId, input.id);
    if (!row) throw notFound('That project');
    return { overview: presentOverview(row) };
  });

  route(router, app, api.createProject, async ({ input, principal }) => {
    return { project: presentProject(await service.create(app, principal.userId, input)) };
  });

  route(router, app, api.updateProject, async ({ input, principal }) => {
    return { project: presentProject(await service.change(app, principal.userId, input)) };
  });

  route(router, app, api.orderProjects, async ({ input, principal }) => {
    await service.order(app, principal.userId, input.ids);
    return OK;
  });

  route(router, app, api.deleteProject, async ({ input, principal }) => {
    await service.remove(app, principal.userId, input.id);
    return OK;
  });
}
