import type { Subscription } from '@stagelink/shared/contracts/subscriptions';
import type { SubscriptionRow } from './repo.ts';

const WHOLE_SNAPSHOT = 'All comments';

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    snapshotId: row.snapshotId,
    snapshotName: row.snapshotName,
    commentId: row.commentId,
    commentPreview: WHOLE_SNAPSHOT,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    lastNotified: row.lastNotifiedAt?.toISOString() ?? null,
  };
}
