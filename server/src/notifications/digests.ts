import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { doEach } from '../jobs/each.ts';
import { post } from '../mail/outbox.ts';
import * as digests from './digestRepo.ts';
import { digestLetter } from './letters.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>;

/** Mails somebody what waits for them: what is marked as mailed is posted, and the other way round. */
export async function postDigest(
  app: Omit<Parts, 'db' | 'log'>,
  tx: Tx,
  userId: string,
  span: digests.Span,
): Promise<boolean> {
  const reader = await repo.reader(tx, userId);
  if (!app.mail.canSend || !reader || !policy.canMail(reader)) return false;
  const digest = await digests.take(tx, userId, span);
  if (digest.rows.length === 0) return false;
  await post(app, tx, {
    to: { name: reader.name, email: reader.email },
    ...digestLetter(app, userId, digest),
  });
  return true;
}

/** Mails every digest that is due. How many were posted. */
export async function postDigests(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  const waiting = policy.DIGESTS.map(async (frequency) => {
    const span = policy.digestSpan(frequency, now);
    const readers = await digests.readersWaiting(app.db, frequency, span);
    return readers.map((userId) => ({ userId, span }));
  });
  const due = (await Promise.all(waiting)).flat();
  return doEach(
    app,
    due,
    ({ userId, span }) => app.db.transaction((tx) => postDigest(app, tx, userId, span)),
    signal,
  );
}
