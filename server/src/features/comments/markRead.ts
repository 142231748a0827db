import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import type { App } from '../../platform/context.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import * as readRepo from './readRepo.ts';

/** Stores up to where a user has read threads. The owner's lists count the others: the snapshot's row changes. */
export const markRead = (
  app: App,
  userId: string,
  isOwner: boolean,
  read: Parsed<typeof markThreadsRead>,
): Promise<void> =>
  app.db.transaction(async (tx) => {
    // The number of unread threads is kept with it.
    if (isOwner) await lockSnapshot(tx, read.id);
    await readRepo.put(tx, userId, read);
    const [first] = read.threads;
    if (isOwner && first)
      await publish(tx, [userChannel(userId)], {
        type: 'comment_updated',
        snapshotId: read.id,
        commentId: first.id,
      });
  });
