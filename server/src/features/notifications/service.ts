import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type {
  EmailFrequency,
  NotificationType,
  unsubscribeFromMail,
} from '@stagelink/shared/contracts/notifications';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { listsChangedEvent, publish, publishAll, type ChannelEvent } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import * as push from '../push/service.ts';
import { readStopToken, stop } from '../replyEmails/optOuts.ts';
import { sendDigest } from './digests.ts';
import { notificationEmail } from './emails.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { readUnsubscribe } from './unsubscribe.ts';

type Mailer = Pick<App, 'config' | 'jobs' | 'mail' | 'secrets'>;

/** A notification's content, as plain text. */
export interface NotificationDraft {
  type: NotificationType;
  title: string;
  /** Full sentences. */
  message: string;
  /** A path of the app. */
  actionUrl: string | null;
  snapshotId: string | null;
  /** The comment thread it is about. */
  threadId?: string;
  /** It is shown outside the app too: a mention, a reply or a decision. */
  isAlert?: boolean;
  /** The comment it is about; deleting the comment deletes the notification. */
  commentId?: string;
}

interface Delivery {
  reader: repo.RecipientRow;
  draft: NotificationDraft;
}

/** Returns whether it is emailed at once. Comments are batched: see batches.ts. */
const isMailedNow = (app: Mailer, { reader, draft }: Delivery): boolean =>
  draft.threadId === undefined &&
  app.mail.canSend &&
  policy.canMail(reader) &&
  reader.emailFrequency === 'immediately';

/** Stores the notification of each recipient, and emails those who want it and were not emailed otherwise. */
async function deliver(
  app: Mailer,
  tx: Tx,
  delivered: Delivery[],
  wereMailed: boolean,
): Promise<ChannelEvent[]> {
  const isMailed = (each: Delivery) => !wereMailed && isMailedNow(app, each);
  const rows = delivered.map((each) => ({
    ...each.draft,
    id: uuidv7(),
    userId: each.reader.id,
    isAlert: each.draft.isAlert ?? false,
    isMailed: wereMailed || isMailed(each),
  }));
  await repo.insert(tx, rows);
  await push.queue(
    app,
    tx,
    rows.filter(({ isAlert }) => isAlert),
  );
  for (const { reader, draft } of delivered.filter(isMailed)) {
    const to = { name: reader.name, email: reader.email };
    await enqueueEmail(app, tx, { to, ...notificationEmail(app, reader.id, draft) });
  }
  const readerIds = new Set(delivered.map(({ reader }) => reader.id));
  return [...readerIds].map((id) => listsChangedEvent(userChannel(id), { part: 'notifications' }));
}

/**
 * Notifies several users according to their email settings. Returns their events: the caller publishes them together
 * with its own, so that channels are locked in one order.
 */
export async function notifyAll(
  app: Mailer,
  tx: Tx,
  drafts: (NotificationDraft & { userId: string })[],
): Promise<ChannelEvent[]> {
  const ids = new Set(drafts.map(({ userId }) => userId));
  const readers = new Map((await repo.lockRecipients(tx, [...ids])).map((row) => [row.id, row]));
  const delivered = drafts.flatMap(({ userId, ...draft }) => {
    const reader = readers.get(userId);
    return reader ? [{ reader, draft }] : [];
  });
  return deliver(app, tx, delivered, false);
}

/**
 * Notifies the users who have verified one of these addresses. For events that were emailed to the addresses anyway.
 */
export async function notifyEmails(
  app: Mailer,
  tx: Tx,
  emails: string[],
  draft: NotificationDraft,
): Promise<ChannelEvent[]> {
  const readers = await repo.recipientsByEmail(tx, emails);
  return deliver(
    app,
    tx,
    readers.map((reader) => ({ reader, draft })),
    true,
  );
}

/** Notifies one user, in a transaction that publishes nothing else. */
export async function notify(
  app: Mailer,
  tx: Tx,
  draft: NotificationDraft & { userId: string },
): Promise<void> {
  await publishAll(tx, await notifyAll(app, tx, [draft]));
}

export async function read(app: Pick<App, 'db'>, userId: string, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const wasUnread = await repo.read(tx, userId, id);
    if (wasUnread === undefined) throw notFound('That notification');
    if (wasUnread) {
      await publish(tx, [userChannel(userId)], { type: 'notification_read', notificationId: id });
    }
  });
}

export async function readAll(app: Pick<App, 'db'>, userId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const read = await repo.readAll(tx, userId);
    if (read > 0) await publish(tx, [userChannel(userId)], { type: 'all_notifications_read' });
  });
}

export async function chooseFrequency(
  app: Mailer & Pick<App, 'db'>,
  userId: string,
  frequency: EmailFrequency,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    // Waits for concurrent notifications; later ones use the new setting.
    await accounts.lockForUpdate(tx, userId);
    const reader = await repo.reader(tx, userId);
    await repo.setFrequency(tx, userId, frequency);
    // These were waiting for a digest that will not be sent.
    if (frequency === 'immediately' && reader && policy.isDigest(reader.emailFrequency)) {
      const { from } = policy.digestSpan(reader.emailFrequency, reader.timeZone, new Date());
      await sendDigest(app, tx, userId, { from, before: null });
    }
  });
}

/** Stops the emails to the recipient of this token. Returns the confirmation message. */
export async function unsubscribe(
  app: Pick<App, 'db' | 'secrets'>,
  { token, scope }: Parsed<typeof unsubscribeFromMail>,
): Promise<string> {
  const recipient = readStopToken(app, token);
  if (recipient) {
    await app.db.transaction((tx) => stop(app, tx, recipient, scope));
    return scope === 'all'
      ? `No more emails about comments and reviews are sent to ${recipient.email}.`
      : `No more emails about this snapshot are sent to ${recipient.email}.`;
  }
  const userId = readUnsubscribe(app, token);
  if (userId === null) {
    throw new AppError('invalid_input', 'This unsubscribe link is invalid. Open it from the email again.', {
      field: 'token',
    });
  }
  await app.db.transaction((tx) => repo.setFrequency(tx, userId, 'never'));
  return 'You will not receive notification emails anymore. You can turn them on again in your settings.';
}
