import * as api from '@stagelink/shared/contracts/follows';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { unlessGone, change, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { changeInLists, invalidateSnapshots } from '../snapshots/listsApi.ts';

type Following = 'active' | 'paused' | null;

const show = (id: string, following: Following, act: () => Promise<void>) =>
  changeInLists({
    apply: (each) => (each.id === id ? { ...each, following } : each),
    act,
    subject: `follow of snapshot ${id}`,
  });

/** Follows the comments of a snapshot, or resumes. */
export const follow = (id: string): Promise<void> =>
  show(id, 'active', async () => {
    await call(api.subscribe, { id });
  });

export const pause = (id: string): Promise<void> =>
  show(id, 'paused', async () => {
    await call(api.unsubscribe, { id });
  });

/** Takes the follow back. */
export const forget = (id: string): Promise<void> =>
  show(id, null, async () => {
    const { subscription } = await call(api.subscribe, { id });
    await unlessGone(call(api.deleteSubscription, { id: subscription.id, undo: 'true' }));
  });

type Subscription = api.Subscription;

const key = ['subscriptions'] as const;

export function useFollowed(isAsked = true) {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.listSubscriptions, {})).subscriptions,
    enabled: isAsked,
  });
  return { data: useChanged(key, data), error, refetch };
}

export const invalidateFollows = () => queryClient.invalidateQueries({ queryKey: key });

async function changeFollow(
  id: string,
  apply: (list: Subscription[]) => Subscription[],
  act: () => Promise<unknown>,
): Promise<void> {
  await change({
    key,
    apply,
    act,
    subject: `follow ${id}`,
    refetch: () => Promise.all([invalidateFollows(), invalidateSnapshots()]),
  });
}

export const setActive = (id: string, isActive: boolean): Promise<void> =>
  changeFollow(
    id,
    (list) => list.map((each) => (each.id === id ? { ...each, isActive } : each)),
    () => call(api.updateSubscription, { id, isActive }),
  );

export const unsubscribe = (id: string): Promise<void> =>
  changeFollow(
    id,
    (list) => list.filter((each) => each.id !== id),
    () => unlessGone(call(api.deleteSubscription, { id })),
  );

/** Whether the user follows all comments of a snapshot. */
export function useFollowing(snapshotId: string, isSignedIn: boolean): boolean {
  const { data } = useFollowed(isSignedIn);
  const found = data?.find((each) => each.snapshotId === snapshotId && each.commentId === null);
  return found?.isActive ?? false;
}

export async function followSnapshotOf(id: string, isOn: boolean): Promise<void> {
  await call(isOn ? api.subscribe : api.unsubscribe, { id });
  await invalidateFollows();
}
