import type { Subscription } from '@stagelink/shared/contracts/follows';
import { toPlainText, HIDDEN_TEXT } from '../comments/stripMarkdown.ts';
import type { SubscriptionRow } from './repo.ts';

const WHOLE_SNAPSHOT = 'All comments';
const PREVIEW_MAX = 80;

function previewOf({ commentId, thread }: SubscriptionRow): string {
  if (commentId === null) return WHOLE_SNAPSHOT;
  return thread === null ? HIDDEN_TEXT : toPlainText(thread, PREVIEW_MAX);
}

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    snapshotId: row.snapshotId,
    snapshotName: row.snapshotName,
    commentId: row.commentId,
    commentPreview: previewOf(row),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    lastNotified: row.lastNotifiedAt?.toISOString() ?? null,
  };
}
