import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/projects';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

export type Project = api.Project;
type Projects = Reply<typeof api.listProjects>;

const key = ['projects'] as const;

/** Your projects in your own order, archived ones too, and how many snapshots are in none. */
export const useProjects = () => useQuery({ queryKey: key, queryFn: () => call(api.listProjects, {}) });

const areStale = () => queries.invalidateQueries({ queryKey: key });

/** Shows a change at once, then makes it; a refused one is taken back by reading what the server has. */
async function optimistically(
  change: (projects: Project[]) => Project[],
  act: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<Projects>(key, (data) => data && { ...data, projects: change(data.projects) });
  try {
    await act();
  } finally {
    void areStale();
  }
}

export async function createProject(input: Input<typeof api.createProject>): Promise<Project> {
  const { project } = await call(api.createProject, input);
  queries.setQueryData<Projects>(
    key,
    (data) =>
      data && { ...data, projects: [...data.projects.filter(({ id }) => id !== project.id), project] },
  );
  void areStale();
  return project;
}

export const changeProject = ({ id, ...change }: Input<typeof api.updateProject>): Promise<void> =>
  optimistically(
    (projects) => projects.map((each) => (each.id === id ? { ...each, ...change } : each)),
    () => call(api.updateProject, { id, ...change }),
  );

/** `ids` may leave out the archived ones, which stay behind the others. */
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
  await areStale();
}
