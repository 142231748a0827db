import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { doEach } from '../jobs/each.ts';
import { post } from '../mail/outbox.ts';
import { replyLetter } from './letters.ts';
import { isStopped, type Recipient } from './optOuts.ts';
import * as queue from './queueRepo.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'rateLimits' | 'secrets'>;

const MINUTE_MS = 60_000;

/** False when the address, or the snapshot, has caused enough mail for a day: what waits is mailed later, together. */
async function mayMail(
  { rateLimits }: Pick<App, 'rateLimits'>,
  { email, snapshotId }: Recipient,
): Promise<boolean> {
  try {
    await rateLimits.count('replyMail', email);
    await rateLimits.count('replyMailOfSnapshot', snapshotId);
    return true;
  } catch (cause) {
    if (cause instanceof AppError) return false;
    throw cause;
  }
}

async function mailTo(app: Parts, recipient: Recipient): Promise<boolean> {
  if (!(await mayMail(app, recipient))) return false;
  return app.db.transaction(async (tx) => {
    const rows = await queue.take(tx, recipient);
    const [first] = rows;
    if (!first || (await isStopped(app, tx, recipient))) return false;
    const to = { name: first.name, email: recipient.email };
    await post(app, tx, { to, ...replyLetter(app, recipient, first, rows) });
    return true;
  });
}

/**
 * Mails people without an account what happened to their comments: one mail for each address and snapshot, some minutes
 * after the first. How many were posted.
 */
export async function mailReplies(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  if (!app.mail.canSend) return 0;
  const before = new Date(now.getTime() - app.config.commentMailMinutes * MINUTE_MS);
  // By a waiting mail's id: an address would be in the log.
  const mail = async (id: string) => {
    const recipient = await queue.addressOf(app.db, id);
    return recipient !== undefined && mailTo(app, recipient);
  };
  return doEach(app, await queue.waiting(app.db, before), mail, signal);
}
