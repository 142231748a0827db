import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { post } from '../mail/outbox.ts';
import * as digests from './digestRepo.ts';
import { digestLetter } from './letters.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'mail' | 'secrets'>;

/** Mails somebody what waits for them: what is marked as mailed is posted, and the other way round. */
export async function postDigest(
  app: Omit<Parts, 'db'>,
  tx: Tx,
  userId: string,
  span: digests.Span,
): Promise<boolean> {
  const reader = await repo.reader(tx, userId);
  if (!app.mail.canSend || !reader || !policy.canMail(reader)) return false;
  const rows = await digests.take(tx, userId, span);
  if (rows.length === 0) return false;
  await post(app, tx, {
    to: { name: reader.name, email: reader.email },
    ...digestLetter(app, userId, rows),
  });
  return true;
}

/** Mails every digest that is due. How many were posted. */
export async function postDigests(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  let posted = 0;
  for (const frequency of policy.DIGESTS) {
    const span = policy.digestSpan(frequency, now);
    for (const userId of await digests.readersWaiting(app.db, frequency, span)) {
      signal?.throwIfAborted();
      const isPosted = await app.db.transaction((tx) => postDigest(app, tx, userId, span));
      if (isPosted) posted += 1;
    }
  }
  return posted;
}
