import { queryClient } from '../../lib/queryClient.ts';

export const findingsKey = (snapshotId: string) => ['findings', snapshotId] as const;

export const invalidateFindings = (snapshotId: string) =>
  queryClient.invalidateQueries({ queryKey: findingsKey(snapshotId) });
