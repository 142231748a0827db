import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type {
  EmailFrequency,
  NotificationType,
  unsubscribeFromMail,
} from '@stagelink/shared/contracts/notifications';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { userChannel } from '../live/events.ts';
import { listsChanged, record, recordEach, type Said } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { readStopToken, stop } from '../replyMail/optOuts.ts';
import { postDigest } from './digests.ts';
import { newsLetter } from './letters.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { readUnsubscribe } from './unsubscribe.ts';

type Mailer = Pick<App, 'config' | 'jobs' | 'mail' | 'secrets'>;

/** What somebody is told, as plain text. */
export interface News {
  type: NotificationType;
  title: string;
  /** Whole sentences. */
  message: string;
  /** A path of the app. */
  actionUrl: string | null;
  snapshotId: string | null;
  /** The thread of comments it is about. */
  threadId?: string;
  /** The comment it tells of: it goes with it. */
  commentId?: string;
}

interface Delivered {
  reader: repo.ReaderRow;
  news: News;
}

/** Whether it is mailed at once. Comments are mailed together: see batches.ts. */
const isMailedNow = (app: Mailer, { reader, news }: Delivered): boolean =>
  news.threadId === undefined &&
  app.mail.canSend &&
  policy.canMail(reader) &&
  reader.emailFrequency === 'immediately';

/** Stores the notification of each recipient, and emails those who want it and were not emailed otherwise. */
async function deliver(app: Mailer, tx: Tx, delivered: Delivered[], wereMailed: boolean): Promise<Said[]> {
  const isMailed = (each: Delivered) => !wereMailed && isMailedNow(app, each);
  await repo.insert(
    tx,
    delivered.map((each) => ({
      ...each.news,
      id: uuidv7(),
      userId: each.reader.id,
      isMailed: wereMailed || isMailed(each),
    })),
  );
  for (const { reader, news } of delivered.filter(isMailed)) {
    const to = { name: reader.name, email: reader.email };
    await post(app, tx, { to, ...newsLetter(app, reader.id, news) });
  }
  return delivered.map(({ reader }) => listsChanged(userChannel(reader.id)));
}

/**
 * Tells several people, and mails them as often as they have chosen. Answers what their windows are to be told: the
 * caller says that together with what else it has to say, so that channels are taken in one order.
 */
export async function notifyEach(app: Mailer, tx: Tx, told: (News & { userId: string })[]): Promise<Said[]> {
  const ids = told.map(({ userId }) => userId);
  const readers = new Map((await repo.holdReaders(tx, ids)).map((row) => [row.id, row]));
  const delivered = told.flatMap(({ userId, ...news }) => {
    const reader = readers.get(userId);
    return reader ? [{ reader, news }] : [];
  });
  return deliver(app, tx, delivered, false);
}

/**
 * Tells whoever has proven that one of these addresses is theirs, as `notifyEach` does. For what was mailed to the
 * addresses anyway.
 */
export async function notifyAddresses(app: Mailer, tx: Tx, emails: string[], news: News): Promise<Said[]> {
  const readers = await repo.readersAt(tx, emails);
  return deliver(
    app,
    tx,
    readers.map((reader) => ({ reader, news })),
    true,
  );
}

/** Tells somebody in a transaction that tells nobody anything else. */
export async function notify(app: Mailer, tx: Tx, news: News & { userId: string }): Promise<void> {
  await recordEach(tx, await notifyEach(app, tx, [news]));
}

export async function read(app: Pick<App, 'db'>, userId: string, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const wasUnread = await repo.read(tx, userId, id);
    if (wasUnread === undefined) throw notFound('That notification');
    if (wasUnread) {
      await record(tx, [userChannel(userId)], { type: 'notification_read', notificationId: id });
    }
  });
}

export async function readAll(app: Pick<App, 'db'>, userId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const read = await repo.readAll(tx, userId);
    if (read > 0) await record(tx, [userChannel(userId)], { type: 'all_notifications_read' });
  });
}

export async function chooseFrequency(
  app: Mailer & Pick<App, 'db'>,
  userId: string,
  frequency: EmailFrequency,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    // What somebody is telling them now is waited for, and what is told next is told by this choice.
    await accounts.lock(tx, userId);
    const reader = await repo.reader(tx, userId);
    await repo.setFrequency(tx, userId, frequency);
    // What waited for a digest that will not come.
    if (frequency === 'immediately' && reader && policy.isDigest(reader.emailFrequency)) {
      const { from } = policy.digestSpan(reader.emailFrequency, new Date());
      await postDigest(app, tx, userId, { from, before: null });
    }
  });
}

/** Stops the emails to the recipient of this token. Returns the sentence that says which. */
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
    throw new AppError(
      'invalid_input',
      'This link does not stop any mails. Please open it from a mail again.',
      {
        field: 'token',
      },
    );
  }
  await app.db.transaction((tx) => repo.setFrequency(tx, userId, 'never'));
  return 'You will get no more notification mails. Your settings can turn them on again.';
}
