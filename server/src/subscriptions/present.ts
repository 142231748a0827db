import type { Subscription } from '@stagelink/shared/contracts/subscriptions';
import { plainLine } from '../comments/plain.ts';
import type { SubscriptionRow } from './repo.ts';

const WHOLE_SNAPSHOT = 'All comments';
const PREVIEW_MAX = 80;

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    snapshotId: row.snapshotId,
    snapshotName: row.snapshotName,
    commentId: row.commentId,
    commentPreview: row.thread === null ? WHOLE_SNAPSHOT : plainLine(row.thread, PREVIEW_MAX),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    lastNotified: row.lastNotifiedAt?.toISOString() ?? null,
  };
}
