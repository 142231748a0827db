import * as projects from '@stagelink/shared/contracts/projects';
import { OWNER_ONLY, SIGNED_IN, created } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const projectsRows: Rows = {
  listProjects: {
    call: (api) => api(projects.listProjects, {}),
    expect: SIGNED_IN,
    writes: [],
  },
  createProject: {
    call: (api) => api(projects.createProject, { name: 'New' }),
    expect: created(SIGNED_IN),
    writes: ['channels', 'projects'],
  },
  updateProject: {
    call: (api, { projectId }) =>
      api(projects.updateProject, { id: projectId, name: 'renamed', isArchived: true }),
    expect: OWNER_ONLY,
    writes: ['channels', 'projects'],
  },
  getProjectOverview: {
    call: (api, { projectId }) => api(projects.getProjectOverview, { id: projectId }),
    expect: OWNER_ONLY,
    writes: [],
  },
  orderProjects: {
    call: (api, { projectId }) => api(projects.orderProjects, { ids: [projectId] }),
    expect: OWNER_ONLY,
    writes: ['channels', 'projects'],
  },
  deleteProject: {
    call: (api, { projectId }) => api(projects.deleteProject, { id: projectId }),
    expect: OWNER_ONLY,
    // A webhook for it is without one from then on.
    writes: ['channels', 'projects', 'webhooks'],
  },
};
