import type { App } from '../context.ts';
import type { Tx } from '../db/db.ts';
import type { JobPayloads } from '../jobs/jobs.ts';
import type * as z from 'zod';
import { uuidv7 } from 'uuidv7';
import { locate, readBlob } from '../blobs/read.ts';
import { MailRejected } from './mail.ts';
import { Message } from './message.ts';

/**
 * Queues an email that is sent if and when the transaction commits. Does nothing without a mail server.
 * See docs/decisions/0014.
 */
export async function enqueueEmail(
  app: Pick<App, 'mail' | 'jobs' | 'secrets'>,
  tx: Tx,
  message: z.input<typeof Message>,
  { reviewerId }: { reviewerId?: string } = {},
): Promise<void> {
  if (!app.mail.canSend) return;
  const checked = Message.parse(message);
  // Seal it: an email may contain a link that opens an account.
  const sealed = app.secrets.seal(JSON.stringify(checked)).toString('base64');
  await app.jobs.enqueue(tx, 'send_mail', { messageId: uuidv7(), sealed, ...(reviewerId && { reviewerId }) });
}

/** Returns the bytes of an email's picture; null if it was deleted meanwhile. */
async function readPicture(app: Pick<App, 'db' | 'blobs'>, { picture }: Message): Promise<Buffer | null> {
  if (!picture) return null;
  const place = (await locate(app.db, [picture.sha256])).get(picture.sha256)?.get('identity');
  return place ? readBlob(app, place) : null;
}

/**
 * Sends a queued email, and returns whether the mail server accepted it. A repeated message keeps its id, so mail
 * programs show it once.
 */
export async function deliver(
  app: Pick<App, 'mail' | 'secrets' | 'log' | 'db' | 'blobs'>,
  { messageId, sealed }: JobPayloads['send_mail'],
): Promise<boolean> {
  // Another process may have a mail server.
  if (!app.mail.canSend) throw new Error('No mail server is configured');
  const message = Message.parse(JSON.parse(app.secrets.open(Buffer.from(sealed, 'base64'))));
  try {
    await app.mail.send(message, messageId, await readPicture(app, message));
    return true;
  } catch (cause) {
    if (!(cause instanceof MailRejected)) throw cause;
    app.log.warn({ messageId, err: cause.cause }, 'the mail server rejected an email permanently');
    return false;
  }
}
