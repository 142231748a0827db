import { queryClient } from '../../lib/queryClient.ts';

export const presenceKey = (snapshotId: string) => ['presence', snapshotId] as const;

export const invalidatePresence = (snapshotId: string) =>
  queryClient.invalidateQueries({ queryKey: presenceKey(snapshotId) });
