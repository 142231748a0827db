import * as api from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

const key = (id: string) => ['snapshotView', id] as const;

export const useSnapshotView = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: async () => (await call(api.viewSnapshot, { id })).snapshot,
  });

export const invalidateSnapshotView = (id: string) => queryClient.invalidateQueries({ queryKey: key(id) });

/** Sends the password and, if it is correct, reloads the snapshot. */
export async function passGate(id: string, password: string): Promise<void> {
  await call(api.passGate, { id, password });
  await queryClient.resetQueries({ queryKey: key(id) });
}

/** Returns a single-use URL of the preview at a route, by default of the live version. */
export async function openPreview(id: string, path: string, version?: number): Promise<string> {
  return (await call(api.openPreview, { id, path, ...(version !== undefined && { version }) })).url;
}
