import * as api from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

const key = (id: string) => ['snapshotView', id] as const;

export const useSnapshotView = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: async () => (await call(api.viewSnapshot, { id })).snapshot,
  });

export const viewIsStale = (id: string) => queries.invalidateQueries({ queryKey: key(id) });

/** Gives the password, and reads the snapshot again when it was right. */
export async function passGate(id: string, password: string): Promise<void> {
  await call(api.passGate, { id, password });
  await queries.resetQueries({ queryKey: key(id) });
}

/** An address that opens the preview once, at a route of the prototype; of the link's version when none is named. */
export async function openPreview(id: string, path: string, version?: number): Promise<string> {
  return (await call(api.openPreview, { id, path, ...(version !== undefined && { version }) })).url;
}
