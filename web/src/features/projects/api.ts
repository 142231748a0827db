import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/projects';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { type Apply, change, patch, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

export type Project = api.Project;
type Projects = Reply<typeof api.listProjects>;

const all = ['projects'] as const;
const key = [...all, 'list'] as const;

/** Returns projects in the owner's order, including archived ones, with the number of snapshots without a project. */
export function useProjects() {
  const { data, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(api.listProjects, {}),
  });
  return { data: useChanged(key, data), isPending, refetch };
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
