import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { pinOf } from '@stagelink/shared/domain/pins';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import * as attachments from '../attachments/repo.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CountedRequest } from '../../platform/http/principal.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import * as pageTrees from '../pageTrees/repo.ts';
import * as pins from '../pins/repo.ts';
import { commenterFor } from './commenter.ts';
import { PIN, receiveDraft } from './draft.ts';
import { eventsFor, publishToViewers } from './events.ts';
import { filesWithinLimits } from './files.ts';
import { assertCommentBytes } from './limits.ts';
import { parseInspection } from './inspections.ts';
import { countsAsVisitor, permissionsFor } from './policy.ts';
import { assertVersion, visible, type VisibleComment } from './service.ts';
import * as writeRepo from './writeRepo.ts';

/** Attaches a thread to another element and removes the picture and pin results of the old one. */
export async function repin(
  app: App,
  access: Access,
  context: CountedRequest,
  commentId: string,
  request: IncomingMessage,
): Promise<VisibleComment> {
  const skipsTrash = countsAsVisitor(commenterFor(app, access, context));
  const commenter = await receiveDraft(
    app,
    request,
    { ...PIN, skipsTrash },
    async (tx, { fields, files }) => {
      const {
        locator,
        selection = null,
        actions = null,
        further = null,
        context: pinContext,
        version,
      } = fields;
      const snapshot = await lockSnapshot(tx, access.snapshot.id);
      const asking = commenterFor(app, access, context, fields.anonymousUserId);
      const row = await visible(tx, asking, snapshot.id, commentId);
      if (!permissionsFor(row, asking, snapshot.commentPolicy).repin) {
        throw new AppError('forbidden', 'You do not have permission to re-attach this pin.');
      }
      await assertVersion(tx, snapshot, asking, version);
      // The picture of an element may follow its pin.
      const isSame = isDeepStrictEqual(row.locator, locator);
      await writeRepo.update(tx, row.id, {
        ...pinOf(locator),
        locator,
        selection,
        actions,
        further,
        ...(!isSame || fields.inspection !== undefined
          ? { inspection: parseInspection(fields.inspection) }
          : {}),
        version: version ?? snapshot.version,
        ...(pinContext && { context: pinContext }),
      });
      await attachments.removeCrop(tx, row.id);
      await assertCommentBytes(tx, snapshot, asking);
      const sender = { commenter: asking, address: context.address };
      await attachments.insert(tx, row.id, await filesWithinLimits(app, tx, snapshot, sender, files));
      await pins.deletePinResults(tx, row.id);
      if (!isSame) await pageTrees.detachAll(tx, row.id);
      await publishToViewers(tx, row, eventsFor(snapshot, 'comment_updated', row.id, row.isPending));
      return asking;
    },
  );
  return { row: await visible(app.db, commenter, access.snapshot.id, commentId), commenter };
}
