import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import type { JobPayloads } from '../jobs/jobs.ts';
import type * as z from 'zod';
import { uuidv7 } from 'uuidv7';
import { MailRefused } from './mail.ts';
import { noteUndeliverable } from '../reviews/undeliverable.ts';
import { Message } from './message.ts';

/** Sends a mail when the transaction has committed, and not otherwise. Without a mail server nothing happens. */
export async function post(
  app: Pick<App, 'mail' | 'jobs' | 'secrets'>,
  tx: Tx,
  message: z.input<typeof Message>,
  { reviewerId }: { reviewerId?: string } = {},
): Promise<void> {
  if (!app.mail.canSend) return;
  const checked = Message.parse(message);
  // A mail may hold a link that opens an account, so it does not lie in the queue for everybody to read.
  const sealed = app.secrets.seal(JSON.stringify(checked)).toString('base64');
  await app.jobs.enqueue(tx, 'send_mail', { messageId: uuidv7(), sealed, ...(reviewerId && { reviewerId }) });
}

/** Sends one that was posted. The same message sent twice has the same id, by which mail programs show it once. */
export async function deliver(
  app: Pick<App, 'db' | 'mail' | 'secrets' | 'log'>,
  { messageId, sealed, reviewerId }: JobPayloads['send_mail'],
): Promise<void> {
  // Another process may be able to.
  if (!app.mail.canSend) throw new Error('No mail server is configured');
  const message = Message.parse(JSON.parse(app.secrets.open(Buffer.from(sealed, 'base64'))));
  try {
    await app.mail.send(message, messageId);
  } catch (cause) {
    if (!(cause instanceof MailRefused)) throw cause;
    app.log.warn({ messageId, err: cause.cause }, 'the mail server refused a mail for good');
    if (reviewerId !== undefined) await noteUndeliverable(app.db, reviewerId);
  }
}
