import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { NAME_MAX, PROJECT_COLORS, PROJECTS_MAX } from './limits.ts';
import { Project, ProjectColor } from './project.ts';

const ProjectName = z.string().check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(NAME_MAX));

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects',
  summary: 'List your projects in your order, archived ones included.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({}),
  reply: z.object({
    projects: z.array(Project),
    /** Snapshots without a project. */
    withoutProject: z.int(),
  }),
});

/** Most people that are named. */
export const PROJECT_PEOPLE_MAX = 5;

export const ProjectOverview = z.object({
  /** Snapshots that can be opened. */
  active: z.int(),
  expired: z.int(),
  /** Last change of a snapshot, or comment; null for an empty project. */
  lastActivityAt: z.nullable(z.iso.datetime()),
  /** Names of others who comment or review, latest first; at most `PROJECT_PEOPLE_MAX`. */
  people: z.array(z.string()),
  peopleCount: z.int(),
  /** Path on this server of the picture of the newest snapshot that has one. */
  picture: z.nullable(z.string()),
});
export type ProjectOverview = z.infer<typeof ProjectOverview>;

export const getProjectOverview = endpoint({
  method: 'GET',
  path: '/api/projects/:id/overview',
  summary: 'Get what happens in one of your projects: snapshots, people and the last activity.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ overview: ProjectOverview }),
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects',
  summary: 'Create a project; it comes last.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  status: 201,
  input: z.strictObject({ name: ProjectName, color: z._default(ProjectColor, PROJECT_COLORS[0]) }),
  reply: z.object({ project: Project }),
});

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Rename a project, change its color, archive it or restore it.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({
    id: z.uuid(),
    name: z.optional(ProjectName),
    color: z.optional(ProjectColor),
    isArchived: z.optional(z.boolean()),
  }),
  reply: z.object({ project: Project }),
});

export const orderProjects = endpoint({
  method: 'PUT',
  path: '/api/projects/order',
  summary: 'Set the order of your projects. Projects that are not named follow in their current order.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ ids: z.array(z.uuid()).check(z.maxLength(PROJECTS_MAX)) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Delete a project that has no snapshots.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});
