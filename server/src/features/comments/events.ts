import type { Tx } from '../../platform/db/db.ts';
import { type LiveEvent, snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { type ChannelEvent, publishAll, publishToOwner } from '../../platform/live/publish.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import type { CommentRow } from './repo.ts';

type CommentEventType = 'comment_created' | 'comment_updated' | 'comment_deleted';

/** Returns the events for everyone who may see a comment: for a pending one only its owner. */
export function eventsFor(
  { id, ownerId }: Pick<LiveSnapshotRow, 'id' | 'ownerId'>,
  type: CommentEventType,
  commentId: string,
  isPending: boolean,
): ChannelEvent[] {
  const event: LiveEvent = { type, snapshotId: id, commentId };
  const owners = { channel: userChannel(ownerId), event };
  return isPending ? [owners] : [owners, { channel: snapshotChannel(id), event }];
}

/** Publishes an action on a comment. The owner's window on the snapshot gets public events only. */
export async function publishToViewers(
  tx: Tx,
  { snapshotId, isPending }: Pick<CommentRow, 'snapshotId' | 'isPending'>,
  events: ChannelEvent[],
): Promise<void> {
  if (isPending) await publishToOwner(tx, snapshotId);
  await publishAll(tx, events);
}
