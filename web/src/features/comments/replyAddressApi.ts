import {
  getReplyAddress,
  confirmReplyAddress,
  removeReplyAddress,
  type ReplyAddress,
  setReplyAddress,
} from '@stagelink/shared/contracts/replyMail';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { anonymousId } from '../../lib/anonymousIdentity.ts';

const keyOf = (snapshotId: string) => ['reply-address', snapshotId] as const;

/** The visitor's address for replies. Fetched once they have commented. */
export const useReplyAddress = (snapshotId: string, hasCommented: boolean) =>
  useQuery({
    queryKey: keyOf(snapshotId),
    queryFn: () => call(getReplyAddress, { id: snapshotId }),
    enabled: hasCommented,
  });

const show = (snapshotId: string, address: ReplyAddress) =>
  void queryClient.setQueryData<ReplyAddress>(keyOf(snapshotId), address);

export async function leaveReplyAddress(snapshotId: string, email: string): Promise<void> {
  const input = { id: snapshotId, email, anonymousUserId: anonymousId() };
  show(snapshotId, await call(setReplyAddress, input));
}

export async function dropReplyAddress(snapshotId: string): Promise<void> {
  await call(removeReplyAddress, { id: snapshotId, anonymousUserId: anonymousId() });
  show(snapshotId, { isOffered: true, email: null, isConfirmed: false });
}

/** Confirms an address with its emailed token. Returns the snapshot and the server's message. */
export async function confirmReplies(token: string): Promise<{ snapshotId: string; message: string }> {
  return call(confirmReplyAddress, { token });
}
