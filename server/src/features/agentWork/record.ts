import type { AgentFeedback } from '@stagelink/shared/contracts/snapshots';
import type { Tx } from '../../platform/db/db.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import type { LiveEvent } from '../../platform/live/events.ts';
import { type ChannelEvent, publishAll } from '../../platform/live/publish.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import * as repo from './repo.ts';

/** The snapshot whose threads' work changes. */
type Snapshot = Pick<LiveSnapshotRow, 'id' | 'ownerId'>;

/** Clients read more changed threads than these as a whole list. */
const NAMED_MAX = 20;

const eventsFor = (snapshotId: string, threads: readonly string[]): LiveEvent[] =>
  threads.length > NAMED_MAX
    ? [{ type: 'lists_changed', snapshotId }]
    : threads.map((commentId) => ({ type: 'comment_updated', snapshotId, commentId }));

/** Publishes that work on these threads changed, with other events of the change, and numbers them for agents that wait. */
export async function publishWork(
  tx: Tx,
  { id, ownerId }: Snapshot,
  threads: readonly string[],
  more: readonly ChannelEvent[] = [],
): Promise<void> {
  const events = eventsFor(id, threads);
  const channels = [userChannel(ownerId), snapshotChannel(id)];
  const changes = channels.flatMap((channel) => events.map((event) => ({ channel, event })));
  await publishAll(tx, [...changes, ...more]);
  if (threads.length > 0) await repo.number(tx, ownerId, threads);
}

/** Sends threads to agents and returns how many were not sent before. */
export async function send(tx: Tx, snapshot: Snapshot, threads: repo.Sent, sentBy: string): Promise<number> {
  const sent = await repo.send(tx, snapshot.id, threads, sentBy);
  await publishWork(tx, snapshot, sent);
  return sent.length;
}

interface Writer {
  isOwner: boolean;
  userId: string | null;
  isVerified: boolean;
  reviewer: object | null;
}

/** Returns whether agents receive what this person writes without the owner sending it. */
export function reachesAgents(
  setting: AgentFeedback,
  { isOwner, userId, isVerified, reviewer }: Writer,
): boolean {
  if (setting === 'sent') return false;
  const isMember = isOwner || (userId !== null && isVerified);
  return isMember || (setting === 'reviewers' && reviewer !== null);
}
