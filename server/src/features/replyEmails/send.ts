import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { replyEmail } from './emails.ts';
import { isStopped, type Recipient } from './optOuts.ts';
import * as queue from './queueRepo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'rateLimits' | 'secrets'>;

const MINUTE_MS = 60_000;

/**
 * Returns false when the address or the snapshot has reached its daily limit: the rest is emailed together later. A
 * snapshot that has reached its limit takes nothing of the address's.
 */
async function consumeLimits(
  { rateLimits }: Pick<App, 'rateLimits'>,
  { email, snapshotId }: Recipient,
): Promise<boolean> {
  try {
    await rateLimits.consumeAll([
      { name: 'replyMail', key: email },
      { name: 'replyMailOfSnapshot', key: snapshotId },
    ]);
    return true;
  } catch (cause) {
    if (cause instanceof AppError) return false;
    throw cause;
  }
}

async function mailTo(app: Parts, recipient: Recipient): Promise<boolean> {
  if (!(await consumeLimits(app, recipient))) return false;
  return app.db.transaction(async (tx) => {
    const rows = await queue.claimPending(tx, recipient);
    const [first] = rows;
    if (!first || (await isStopped(app, tx, recipient))) return false;
    const to = { name: first.name, email: recipient.email };
    await enqueueEmail(app, tx, { to, ...replyEmail(app, recipient, first, rows) });
    return true;
  });
}

/**
 * Emails people without an account about activity in their threads: one email per address and snapshot, some minutes
 * after the first event. Returns how many were queued.
 */
export async function mailReplies(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  if (!app.mail.canSend) return 0;
  const before = new Date(now.getTime() - app.config.commentMailMinutes * MINUTE_MS);
  // Logged by id, because an address must not appear in the log.
  const mail = async (id: string) => {
    const recipient = await queue.addressOf(app.db, id);
    return recipient !== undefined && mailTo(app, recipient);
  };
  return runEach(app, await queue.waiting(app.db, before), mail, signal);
}
