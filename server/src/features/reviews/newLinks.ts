import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { isStopped } from '../replyEmails/optOuts.ts';
import { noteReviewers } from '../replyEmails/repo.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import { newLink } from './emails.ts';
import { personalLink } from './link.ts';
import { mailCounts } from './mailLimits.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'jobs' | 'mail' | 'rateLimits' | 'secrets'>;

/** Returns false for an address emailed too often today: a password may be changed again and again. */
async function isWithinLimits(app: Parts, tx: Tx, owner: accounts.UserRow, email: string): Promise<boolean> {
  try {
    await app.rateLimits.consumeAll(await mailCounts(app, tx, owner, [email]));
    return true;
  } catch (cause) {
    if (cause instanceof AppError) return false;
    throw cause;
  }
}

/**
 * Emails a new personal link to each pending reviewer after a new password has invalidated the old ones. The owner
 * passes on the links of those who cannot be emailed.
 */
export async function mailNewLinks(
  app: Parts,
  tx: Tx,
  snapshot: Pick<SnapshotRow, 'id' | 'name' | 'ownerId' | 'passwordRevision' | 'picture'>,
): Promise<void> {
  if (!app.mail.canSend) return;
  const [newest] = await repo.ofSnapshot(tx, snapshot.id);
  const waiting = newest?.reviewers.filter(policy.isWaitedFor) ?? [];
  const owner = waiting.length > 0 ? await accounts.find(tx, snapshot.ownerId) : undefined;
  if (!newest || !owner) return;
  for (const { id, name, email } of waiting) {
    const isMailed =
      !(await isStopped(app, tx, { email, snapshotId: snapshot.id })) &&
      (await isWithinLimits(app, tx, owner, email));
    if (!isMailed) {
      await repo.markUndeliverable(tx, id);
      continue;
    }
    const url = personalLink(app, snapshot, id);
    const { name: snapshotName, picture } = snapshot;
    const about = { owner, reviewerName: name, snapshotName, url, picture, ...newest.review };
    await enqueueEmail(app, tx, { to: { name, email }, ...newLink(about) }, { reviewerId: id });
    await noteReviewers(tx, [id], snapshot.passwordRevision);
  }
}
