import * as contract from '@stagelink/shared/contracts/admin';
import { listUsers } from '@stagelink/shared/contracts/admin';
import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import { extendSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Period } from '@stagelink/shared/domain/periods';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import type { List, ListPage } from './list/describe.ts';

/** Live messages about accounts invalidate it too, see `app/liveUpdates.ts`. */
const key = ['admin'] as const;

const invalidate = () => queryClient.invalidateQueries({ queryKey: key });

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  placeholderData: keepPreviousData,
};

/** Reads a list of the back office. */
export const useList = <Row, Query extends object>(
  { path, read }: Pick<List<Row, Query>, 'path' | 'read'>,
  query: Query,
) =>
  useInfiniteQuery({
    ...paged,
    queryKey: [...key, path, query],
    queryFn: ({ pageParam: cursor }) => read({ ...query, ...(cursor !== undefined && { cursor }) }),
  });

export async function createUser(input: Input<typeof contract.createUser>): Promise<void> {
  await call(contract.createUser, input);
  await invalidate();
}

/** Finds corrupted accounts without changing them. */
export const useCorruptedUsers = () =>
  useQuery({
    queryKey: [...key, 'corrupted'],
    queryFn: () => call(contract.cleanUpUsers, { dryRun: true }),
    staleTime: 0,
  });

/** Repairs corrupted accounts. Returns what the server says. */
export async function repairUsers(): Promise<string> {
  const { message } = await call(contract.cleanUpUsers, { dryRun: false });
  await invalidate();
  return message;
}

async function changeUser(
  endpoint: typeof contract.deactivateUser | typeof contract.activateUser | typeof contract.deleteUser,
  uid: string,
): Promise<void> {
  await call(endpoint, { uid });
  await invalidate();
}

export const deactivateUser = (uid: string) => changeUser(contract.deactivateUser, uid);
export const activateUser = (uid: string) => changeUser(contract.activateUser, uid);
export const deleteUser = (uid: string) => changeUser(contract.deleteUser, uid);

export const useUser = (uid: string) =>
  useQuery({ queryKey: [...key, 'user', uid], queryFn: () => call(contract.getUser, { uid }) });

async function act(doing: Promise<unknown>): Promise<void> {
  await doing;
  await invalidate();
}

export const revokeUserSession = (uid: string, sessionId: string) =>
  act(call(contract.revokeUserSession, { uid, sessionId }));
export const resendVerification = (uid: string) => act(call(contract.resendVerification, { uid }));
export const syncBilling = (uid: string) => act(call(contract.syncBilling, { uid }));
export const endTrial = (uid: string, reason: string) => act(call(contract.endTrial, { uid, reason }));

export type SnapshotQuery = Pick<
  Input<typeof contract.listAllSnapshots>,
  'q' | 'sort' | 'order' | 'owner' | 'status' | 'limit' | 'cursor'
>;

export async function readSnapshots(query: SnapshotQuery): Promise<ListPage<contract.AdminSnapshot>> {
  const { snapshots: rows, ...page } = await call(contract.listAllSnapshots, query);
  return { rows, ...page };
}

export async function extendAnySnapshot(id: string): Promise<void> {
  await call(extendSnapshot, { id });
  await invalidate();
}

export async function takeDownSnapshot(input: Input<typeof contract.takeDownSnapshot>): Promise<void> {
  await call(contract.takeDownSnapshot, input);
  await invalidate();
}

export const useStats = (period: Period) =>
  useQuery({
    queryKey: [...key, 'stats', period],
    queryFn: () => call(contract.getStats, { period }),
    placeholderData: keepPreviousData,
  });

export const useCharts = () =>
  useQuery({ queryKey: [...key, 'charts'], queryFn: () => call(contract.getCharts, {}) });

export type ActivityQuery = Omit<Input<typeof contract.listActivity>, 'cursor' | 'fullRetrieval'>;

export const useActivity = (query: ActivityQuery) =>
  useInfiniteQuery({
    ...paged,
    queryKey: [...key, 'activity', query],
    queryFn: ({ pageParam: cursor }) =>
      call(contract.listActivity, { ...query, ...(cursor !== undefined && { cursor }) }),
  });

/** The newest events with these filters; the live message `activity` invalidates it. */
export const useNewestActivity = (query: ActivityQuery, isOn: boolean) =>
  useQuery({
    queryKey: ['activity', query],
    queryFn: () => call(contract.listActivity, query),
    enabled: isOn,
    gcTime: 0,
  });

/** Shows these newest events in place of the pages read so far. */
export function showNewest(query: ActivityQuery, page: Reply<typeof contract.listActivity>): void {
  const shown: InfiniteData<typeof page> = { pages: [page], pageParams: [undefined] };
  queryClient.setQueryData([...key, 'activity', query], shown);
}

/** Reads totals, sessions and events again. */
export const refreshAnalytics = invalidate;

const SHOWN = 6;

/** The newest users whose name, address or id fits. Disabled without text and for others than superadmins. */
export const useFoundUsers = (text: string, canFind: boolean) =>
  useQuery({
    queryKey: ['admin', 'users', 'search', text],
    queryFn: async () => (await call(listUsers, { q: text, limit: SHOWN })).users,
    enabled: canFind && text !== '',
  });
