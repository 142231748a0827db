import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { post } from '../mail/outbox.ts';
import { isStopped } from '../replyMail/optOuts.ts';
import { noteReviewers } from '../replyMail/repo.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import { newLink } from './letters.ts';
import { personalLink } from './link.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

/** False for an address that was mailed too often today: passwords may be changed again and again. */
async function mayMail({ rateLimits }: Pick<App, 'rateLimits'>, email: string): Promise<boolean> {
  try {
    await rateLimits.count('reviewToAddress', email);
    return true;
  } catch (cause) {
    if (cause instanceof AppError) return false;
    throw cause;
  }
}

/** Mails a new personal link to each reviewer who has not answered, after a new password has ended the old links. */
export async function mailNewLinks(
  app: Pick<App, 'config' | 'jobs' | 'mail' | 'rateLimits' | 'secrets'>,
  tx: Tx,
  snapshot: Pick<SnapshotRow, 'id' | 'name' | 'ownerId' | 'passwordRevision'>,
): Promise<void> {
  if (!app.mail.canSend) return;
  const [newest] = await repo.ofSnapshot(tx, snapshot.id);
  const waiting = newest?.reviewers.filter(policy.isWaitedFor) ?? [];
  const owner = waiting.length > 0 ? await accounts.find(tx, snapshot.ownerId) : undefined;
  if (!newest || !owner) return;
  for (const { id, name, email } of waiting) {
    if (await isStopped(app, tx, { email, snapshotId: snapshot.id })) continue;
    if (!(await mayMail(app, email))) continue;
    const url = personalLink(app, snapshot, id);
    const about = { owner, reviewerName: name, snapshotName: snapshot.name, url, ...newest.review };
    await post(app, tx, { to: { name, email }, ...newLink(about) }, { reviewerId: id });
    await noteReviewers(tx, [id], snapshot.passwordRevision);
  }
}
