import { getProjectOverview } from '@stagelink/shared/contracts/projects';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Refetched with the list of projects. */
export const useProjectOverview = (id: string) =>
  useQuery({
    queryKey: ['projects', 'overview', id],
    queryFn: async () => (await call(getProjectOverview, { id })).overview,
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
