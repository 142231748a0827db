import { sentence } from '@stagelink/shared/domain/sentence';
import { uuidv7 } from 'uuidv7';
import * as threadRepo from '../comments/threadRepo.ts';
import { notifyAll } from '../notifications/service.ts';
import * as replyEmails from '../replyEmails/queueRepo.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ChannelEvent } from '../../platform/live/publish.ts';
import type { Principal } from '../../platform/http/principal.ts';

interface Staged {
  snapshot: Pick<SnapshotRow, 'id' | 'ownerId' | 'name'>;
  version: number;
  threads: readonly string[];
  by: Pick<Principal, 'name' | 'isVerified'>;
}

/**
 * Asks the authors of threads whether what was staged is what they meant: accounts by a notification, others by email
 * if they can get any. The transaction must have locked the authors' accounts. Returns the events to publish.
 */
export async function notifyAuthors(
  app: App,
  tx: Tx,
  { snapshot, version, threads, by }: Staged,
): Promise<ChannelEvent[]> {
  const { id: snapshotId, ownerId, name } = snapshot;
  const authors = await threadRepo.authorsOf(tx, snapshotId, threads);
  const mailed = app.mail.canSend && by.isVerified ? authors : [];
  await replyEmails.insert(
    tx,
    mailed
      .filter(({ reviewerId, replyAddressId }) => reviewerId !== null || replyAddressId !== null)
      .map(({ id, reviewerId, replyAddressId }) => ({
        id: uuidv7(),
        snapshotId,
        commentId: id,
        kind: 'staged' as const,
        byName: by.name,
        reviewerId,
        replyAddressId,
      })),
  );
  return notifyAll(
    app,
    tx,
    authors.flatMap(({ id, authorId }) =>
      authorId === null || authorId === ownerId
        ? []
        : [
            {
              userId: authorId,
              type: 'other' as const,
              title: sentence`Version ${version} of “${name}” was staged for your comment`,
              message: 'Compare before and after, and say whether this is what you meant.',
              actionUrl: `/s/${snapshotId}#thread=${id}`,
              snapshotId,
              threadId: id,
              commentId: id,
            },
          ],
    ),
  );
}
