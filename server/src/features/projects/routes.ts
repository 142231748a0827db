import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/projects';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentProject } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

// Every query includes the owner, so others' projects are not found.

export function projectRoutes(router: Router, app: App): void {
  route(router, app, api.listProjects, async ({ viewer }) => {
    const [rows, withoutProject] = await Promise.all([
      repo.ofOwner(app.db, viewer.userId),
      repo.countWithout(app.db, viewer.userId),
    ]);
    return { projects: rows.map(presentProject), withoutProject };
  });

  route(router, app, api.createProject, async ({ input, viewer }) => {
    return { project: presentProject(await service.create(app, viewer.userId, input)) };
  });

  route(router, app, api.updateProject, async ({ input, viewer }) => {
    return { project: presentProject(await service.change(app, viewer.userId, input)) };
  });

  route(router, app, api.orderProjects, async ({ input, viewer }) => {
    await service.order(app, viewer.userId, input.ids);
    return OK;
  });

  route(router, app, api.deleteProject, async ({ input, viewer }) => {
    await service.remove(app, viewer.userId, input.id);
    return OK;
  });
}
