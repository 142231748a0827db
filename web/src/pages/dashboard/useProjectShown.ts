import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { type Project, useProjects } from '../../data/projects.ts';
import { useSearchParams } from '../../ui/router.ts';

/** What the dashboard shows: everything, what is in no project, or one project, which may not be known yet, or not exist. */
export type Shown =
  | { kind: 'everything' }
  | { kind: 'without' }
  | { kind: 'project'; project: Project | undefined }
  | { kind: 'unknown' };

/** The project in the address. */
export function useProjectShown(): Shown {
  const [query] = useSearchParams();
  const { data } = useProjects();
  const id = query.get('project');
  if (id === null) return { kind: 'everything' };
  if (id === NO_PROJECT) return { kind: 'without' };
  const project = data?.projects.find((each) => each.id === id);
  return data && !project ? { kind: 'unknown' } : { kind: 'project', project };
}
