import * as api from '@stagelink/shared/contracts/follows';
import { call } from '../../lib/api.ts';
import { unlessGone } from '../../lib/query/changes.ts';
import { changeInLists } from '../snapshots/listsApi.ts';

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
