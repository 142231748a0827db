import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import * as digests from './digestRepo.ts';
import { digestEmail } from './emails.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>;

/** Emails a user's pending notifications. Marking and queueing share one transaction. */
export async function sendDigest(
  app: Omit<Parts, 'db' | 'log'>,
  tx: Tx,
  userId: string,
  span: digests.Span,
): Promise<boolean> {
  const reader = await repo.reader(tx, userId);
  if (!app.mail.canSend || !reader || !policy.canMail(reader)) return false;
  const digest = await digests.claimPending(tx, userId, span);
  if (digest.rows.length === 0) return false;
  await enqueueEmail(app, tx, {
    to: { name: reader.name, email: reader.email },
    ...digestEmail(app, userId, digest),
  });
  return true;
}

/** Emails every digest that is due. Returns how many were queued. */
export async function sendDigests(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  const due: { userId: string; span: digests.Span }[] = [];
  for (const frequency of policy.DIGESTS) {
    const zones = await digests.timeZonesOf(app.db, frequency);
    const spans = new Map(zones.map((zone) => [zone, policy.digestSpan(frequency, zone, now)]));
    const readers = await digests.recipientsDue(
      app.db,
      frequency,
      [...spans].map(([timeZone, span]) => ({ timeZone, ...span })),
    );
    for (const { userId, timeZone } of readers) {
      const span = spans.get(timeZone);
      if (span) due.push({ userId, span });
    }
  }
  return runEach(
    app,
    due,
    ({ userId, span }) => app.db.transaction((tx) => sendDigest(app, tx, userId, span)),
    signal,
  );
}
