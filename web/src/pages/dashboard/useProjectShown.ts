import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { type Project, useProjects } from '../../features/projects/api.ts';
import { useSearchParams } from '../../lib/router.ts';

/**
 * What the dashboard shows: all snapshots, those without a project, or one project, which may still be
 * loading or not exist.
 */
export type ShownProject =
  | { kind: 'everything' }
  | { kind: 'without' }
  | { kind: 'project'; project: Project | undefined }
  | { kind: 'unknown' };

/** Reads the project from the URL. */
export function useProjectShown(): ShownProject {
  const [query] = useSearchParams();
  const { data } = useProjects();
  const id = query.get('project');
  if (id === null) return { kind: 'everything' };
  if (id === NO_PROJECT) return { kind: 'without' };
  const project = data?.projects.find((each) => each.id === id);
  return data && !project ? { kind: 'unknown' } : { kind: 'project', project };
}
