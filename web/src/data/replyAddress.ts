import {
  getReplyAddress,
  confirmReplyAddress,
  removeReplyAddress,
  type ReplyAddress,
  setReplyAddress,
} from '@stagelink/shared/contracts/replyMail';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';
import { anonymousId } from './visitor.ts';

const keyOf = (snapshotId: string) => ['reply-address', snapshotId] as const;

/** Where this browser is mailed about replies; asked for once its visitor has commented. */
export const useReplyAddress = (snapshotId: string, hasCommented: boolean) =>
  useQuery({
    queryKey: keyOf(snapshotId),
    queryFn: () => call(getReplyAddress, { id: snapshotId }),
    enabled: hasCommented,
  });

const show = (snapshotId: string, address: ReplyAddress) =>
  void queries.setQueryData<ReplyAddress>(keyOf(snapshotId), address);

export async function leaveReplyAddress(snapshotId: string, email: string): Promise<void> {
  const input = { id: snapshotId, email, anonymousUserId: anonymousId() };
  show(snapshotId, await call(setReplyAddress, input));
}

export async function dropReplyAddress(snapshotId: string): Promise<void> {
  await call(removeReplyAddress, { id: snapshotId, anonymousUserId: anonymousId() });
  show(snapshotId, { isOffered: true, email: null, isConfirmed: false });
}

/** Confirms an address with the token that was mailed to it. What was commented on, and what the server says. */
export async function confirmReplies(token: string): Promise<{ snapshotId: string; message: string }> {
  return call(confirmReplyAddress, { token });
}
