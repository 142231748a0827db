import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import type { App } from '../../platform/context.ts';
import { userChannel } from '../../platform/live/events.ts';
import { listsChangedEvent, publishAll } from '../../platform/live/publish.ts';
import * as readRepo from './readRepo.ts';

/** Stores up to where a user has read threads. An owner's dashboard counts the others. */
export const markRead = (
  app: App,
  userId: string,
  isOwner: boolean,
  read: Parsed<typeof markThreadsRead>,
): Promise<void> =>
  app.db.transaction(async (tx) => {
    await readRepo.put(tx, userId, read);
    if (isOwner) await publishAll(tx, [listsChangedEvent(userChannel(userId))]);
  });
