import type { IncomingMessage } from 'node:http';
import type { Access, Asker } from '../access/access.ts';
import type { App } from '../app.ts';
import * as attachments from '../attachments/repo.ts';
import { AppError } from '../http/errors.ts';
import { hold } from '../snapshots/service.ts';
import * as pins from '../versions/pinRepo.ts';
import { PIN, receiveDraft } from './draft.ts';
import { rightsOf } from './policy.ts';
import * as repo from './repo.ts';
import {
  assertCommentBytes,
  assertVersion,
  filesWithRoom,
  saidOf,
  type Shown,
  tellWindows,
  visible,
} from './service.ts';
import { speakerOf } from './speaker.ts';

/** Points a thread at another element. What showed and was known of the old place goes with it. */
export async function repin(
  app: App,
  access: Access,
  asker: Asker,
  commentId: string,
  request: IncomingMessage,
): Promise<Shown> {
  const speaker = await receiveDraft(app, request, PIN, async (tx, { fields, files }) => {
    const { locator, context, version, anonymousUserId } = fields;
    const snapshot = await hold(tx, access.snapshot.id);
    const asking = speakerOf(app, access, asker, anonymousUserId);
    const row = await visible(tx, asking, snapshot.id, commentId);
    if (!rightsOf(row, asking, snapshot.commentPolicy).repin) {
      throw new AppError('forbidden', 'You may not pin this thread to another element.');
    }
    await assertVersion(tx, snapshot, asking, version);
    const { elementSelector, elementCoordinates: at } = locator;
    const place = { elementSelector, elementX: at.x, elementY: at.y, locator };
    await repo.update(tx, row.id, {
      ...place,
      version: version ?? snapshot.version,
      ...(context && { context }),
    });
    await attachments.removeCrop(tx, row.id);
    await assertCommentBytes(tx, snapshot, asking);
    await attachments.insert(tx, row.id, await filesWithRoom(tx, snapshot, asking, files));
    await pins.forget(tx, row.id);
    await tellWindows(tx, row, saidOf(snapshot, 'comment_updated', row.id, row.isHeld));
    return asking;
  });
  return { row: await visible(app.db, speaker, access.snapshot.id, commentId), speaker };
}
