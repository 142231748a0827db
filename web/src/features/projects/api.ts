import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/projects';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

export type Project = api.Project;
type Projects = Reply<typeof api.listProjects>;

const key = ['projects'] as const;

/** In the owner's order, including archived ones, with the number of snapshots without a project. */
export const useProjects = () => useQuery({ queryKey: key, queryFn: () => call(api.listProjects, {}) });

const invalidateProjects = () => queryClient.invalidateQueries({ queryKey: key });

/** Updates the cache at once; a rejected change is reverted by refetching. */
async function optimistically(
  change: (projects: Project[]) => Project[],
  act: () => Promise<unknown>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<Projects>(key, (data) => data && { ...data, projects: change(data.projects) });
  try {
    await act();
  } finally {
    void invalidateProjects();
  }
}

export async function createProject(input: Input<typeof api.createProject>): Promise<Project> {
  const { project } = await call(api.createProject, input);
  queryClient.setQueryData<Projects>(
    key,
    (data) =>
      data && { ...data, projects: [...data.projects.filter(({ id }) => id !== project.id), project] },
  );
  void invalidateProjects();
  return project;
}

export const changeProject = ({ id, ...change }: Input<typeof api.updateProject>): Promise<void> =>
  optimistically(
    (projects) => projects.map((each) => (each.id === id ? { ...each, ...change } : each)),
    () => call(api.updateProject, { id, ...change }),
  );

/** `ids` may omit archived projects, which stay last. */
export const orderProjects = (ids: readonly string[]): Promise<void> =>
  optimistically(
    (projects) => {
      const place = ({ id }: Project) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      return projects.toSorted((a, b) => place(a) - place(b));
    },
    () => call(api.orderProjects, { ids: [...ids] }),
  );

export async function deleteProject(id: string): Promise<void> {
  await call(api.deleteProject, { id });
  await invalidateProjects();
}
