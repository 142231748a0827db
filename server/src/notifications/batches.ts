import type { App } from '../app.ts';
import { doEach } from '../jobs/each.ts';
import { post } from '../mail/outbox.ts';
import * as digests from './digestRepo.ts';
import { batchLetter } from './letters.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>;

const MINUTE_MS = 60_000;

/**
 * Mails comments to readers who chose mail as it happens: one mail for each reader and snapshot, some minutes after the
 * first comment. How many were posted.
 */
export async function mailBatches(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  if (!app.mail.canSend) return 0;
  const before = new Date(now.getTime() - app.config.commentMailMinutes * MINUTE_MS);
  const from = policy.oldestNews(now);
  const mail = ({ userId, snapshotId }: digests.BatchRow) =>
    app.db.transaction(async (tx) => {
      const reader = await repo.reader(tx, userId);
      if (!reader || !policy.canMail(reader)) return false;
      const { rows, more } = await digests.take(tx, userId, { from, before: null }, snapshotId);
      if (rows.length === 0) return false;
      const to = { name: reader.name, email: reader.email };
      await post(app, tx, { to, ...batchLetter(app, userId, { rows, more }) });
      return true;
    });
  return doEach(app, await digests.batchesWaiting(app.db, { from, before }), mail, signal);
}
