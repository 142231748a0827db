import * as api from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

const key = (id: string) => ['snapshotView', id] as const;

const cachedView = (id: string) => queryClient.getQueryData<api.SnapshotView>(key(id));

/** Identifies who the page shows as the caller, among those who use this browser. */
export const callerOf = ({ you }: Pick<api.SnapshotView, 'you'>): string => you.id ?? api.VISITOR;

/** The same for the snapshot that is open. What the browser keeps of a person is kept under this id. */
export function callerIn(id: string): string {
  const view = cachedView(id);
  return view ? callerOf(view) : api.VISITOR;
}

/** Returns the version that the link shows; 0 before the view was read. */
export const liveVersion = (id: string): number => cachedView(id)?.version ?? 0;

/** Reads the view. For another caller than before, removes everything that was read for that one. */
async function readView(id: string): Promise<api.SnapshotView> {
  const { snapshot } = await call(api.viewSnapshot, { id });
  const before = cachedView(id);
  if (before && callerOf(before) !== callerOf(snapshot))
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key(id)[0] });
  return snapshot;
}

export const useSnapshotView = (id: string) => useQuery({ queryKey: key(id), queryFn: () => readView(id) });

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
