import type { App } from '../../platform/context.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import * as digests from './digestRepo.ts';
import { batchEmail } from './emails.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>;

const MINUTE_MS = 60_000;

/**
 * Emails comments to recipients without digests: one email per recipient and snapshot, some minutes after the first
 * comment. Returns how many were queued.
 */
export async function mailBatches(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  if (!app.mail.canSend) return 0;
  const before = new Date(now.getTime() - app.config.commentMailMinutes * MINUTE_MS);
  const from = policy.oldestEmailed(now);
  const mail = ({ userId, snapshotId }: digests.BatchRow) =>
    app.db.transaction(async (tx) => {
      const reader = await repo.reader(tx, userId);
      if (!reader || !policy.canMail(reader)) return false;
      const { rows, more } = await digests.claimPending(tx, userId, { from, before: null }, snapshotId);
      if (rows.length === 0) return false;
      const to = { name: reader.name, email: reader.email };
      await enqueueEmail(app, tx, { to, ...batchEmail(app, userId, { rows, more }) });
      return true;
    });
  return runEach(app, await digests.batchesWaiting(app.db, { from, before }), mail, signal);
}
