import { ApiError } from '@stagelink/shared/client/call';
import { extendSnapshot, getSnapshot, type Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidateSnapshotView } from './viewApi.ts';

/** What the reader is to a snapshot that has ended. */
export type EndedFor = { kind: 'owner'; snapshot: Snapshot } | { kind: 'user' } | { kind: 'guest' };

export const useEndedFor = (id: string) =>
  useQuery({
    queryKey: ['ended snapshot', id],
    queryFn: async (): Promise<EndedFor> => {
      try {
        return { kind: 'owner', snapshot: (await call(getSnapshot, { id })).snapshot };
      } catch (error) {
        return { kind: error instanceof ApiError && error.code === 'not_found' ? 'user' : 'guest' };
      }
    },
    gcTime: 0,
  });

/** Extends a snapshot that has ended, and opens it. */
export async function bringBack(id: string): Promise<void> {
  await call(extendSnapshot, { id });
  await invalidateSnapshotView(id);
}
