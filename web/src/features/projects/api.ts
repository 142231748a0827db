import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import type { Project } from '@stagelink/shared/contracts/project';
import * as api from '@stagelink/shared/contracts/projects';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { type Apply, change, patch, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

export type { Project };
type Projects = Reply<typeof api.listProjects>;

const all = ['projects'] as const;
const key = [...all, 'list'] as const;

/** Returns projects in the owner's order, including archived ones, with the number of snapshots without a project. */
export function useProjects() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(api.listProjects, {}),
  });
  return { data: useChanged(key, data), error, isPending, refetch };
}

const invalidateProjects = () => queryClient.invalidateQueries({ queryKey: all });

const inList =
  (how: (projects: Project[]) => Project[]): Apply<Projects> =>
  (data) => ({ ...data, projects: how(data.projects) });

export async function createProject(input: Input<typeof api.createProject>): Promise<Project> {
  const { project } = await call(api.createProject, input);
  await patch(
    key,
    inList((projects) => [...projects.filter(({ id }) => id !== project.id), project]),
  );
  void invalidateProjects();
  return project;
}

export async function changeProject({ id, ...fields }: Input<typeof api.updateProject>): Promise<void> {
  await change({
    key,
    apply: inList((projects) => projects.map((each) => (each.id === id ? { ...each, ...fields } : each))),
    act: () => call(api.updateProject, { id, ...fields }),
    subject: `project ${id}`,
    refetch: invalidateProjects,
  });
}

/** `ids` may omit archived projects, which stay last. */
export async function orderProjects(ids: readonly string[]): Promise<void> {
  const place = ({ id }: Project) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  await change({
    key,
    apply: inList((projects) => projects.toSorted((a, b) => place(a) - place(b))),
    act: () => call(api.orderProjects, { ids: [...ids] }),
    subject: 'order of projects',
    refetch: invalidateProjects,
  });
}

export async function deleteProject(id: string): Promise<void> {
  await call(api.deleteProject, { id });
  await invalidateProjects();
}

/** Refetched with the list of projects. */
export const useProjectOverview = (id: string) =>
  useQuery({
    queryKey: [...all, 'overview', id],
    queryFn: async () => (await call(api.getProjectOverview, { id })).overview,
  });

/** Returns the names and links of all active snapshots of a project, a line each. */
export async function linksOf(projectId: string): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listSnapshots, {
      projectId,
      sort: 'name',
      order: 'asc',
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    lines.push(...page.snapshots.map(({ name, url }) => `${name}: ${url}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines.join('\n');
}
