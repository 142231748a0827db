import * as api from '@stagelink/shared/contracts/follows';
import { call } from '../../lib/api.ts';
import { invalidateFollows, useFollowed } from './listApi.ts';

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
