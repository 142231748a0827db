import { count } from '@stagelink/shared/domain/format';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import { toPlainText } from '../comments/stripMarkdown.ts';
import { type EmailMessage, renderEmail, type EmailContent } from '../../platform/mail/renderEmail.ts';
import type { Digest, DigestRow } from './digestRepo.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

interface EmailEntry {
  title: string;
  message: string;
  actionUrl: string | null;
  threadId?: string | null;
}

const OPEN = 'Open in Stagelink';
const NOTIFICATION_FOOTER =
  'You receive an email for each notification, with comments on a snapshot grouped. You can choose digests in your settings.';

/** The email about one notification. */
export function notificationEmail(
  app: Parts,
  userId: string,
  { title, message, actionUrl, threadId }: EmailEntry,
): EmailMessage {
  const written = renderEmail({
    subject: title,
    paragraphs: [message],
    ...(actionUrl === null ? {} : { action: { label: OPEN, url: app.config.appUrl + actionUrl } }),
    footer: NOTIFICATION_FOOTER,
    unsubscribe: unsubscribeLinks(app, userId),
  });
  if (threadId == null) return written;
  // Mail programs group messages with the same reference into a conversation.
  const thread = `<thread.${threadId}@${new URL(app.config.appUrl).hostname}>`;
  return { ...written, headers: { ...written.headers, References: thread } };
}

type Group = NonNullable<EmailContent['groups']>[number];

const THREAD_MAX = 60;

function titleOf({ snapshotName, thread }: DigestRow): string {
  if (snapshotName === null) return 'Your account';
  return thread === null ? snapshotName : sentence`${snapshotName}: “${toPlainText(thread, THREAD_MAX)}”`;
}

/** Groups by snapshot and then by thread, in order of first appearance. */
function groupsOf({ config }: Parts, rows: DigestRow[]): Group[] {
  const snapshots = new Map<string | null, Map<string | null, Group>>();
  for (const row of rows) {
    const threads = snapshots.get(row.snapshotId) ?? new Map<string | null, Group>();
    const group: Group = threads.get(row.threadId) ?? { title: titleOf(row), items: [] };
    group.items.push({ title: row.title, text: row.message });
    // Links to the latest one.
    if (row.actionUrl !== null) group.url = config.appUrl + row.actionUrl;
    snapshots.set(row.snapshotId, threads.set(row.threadId, group));
  }
  return [...snapshots.values()].flatMap((threads) => [...threads.values()]);
}

/** The email about recent comments on one snapshot. */
export function batchEmail(app: Parts, userId: string, { rows, more }: Digest): EmailMessage {
  const [first] = rows;
  const all = rows.length + more;
  if (first && all === 1) return notificationEmail(app, userId, first);
  const left = `The newest ${rows.length} are below. ${more} more are in the app.`;
  return renderEmail({
    subject: sentence`${all} new comments on “${first?.snapshotName ?? ''}”`,
    paragraphs: more > 0 ? [left] : [],
    groups: groupsOf(app, rows),
    action: { label: OPEN, url: `${app.config.appUrl}/s/${first?.snapshotId}` },
    footer: NOTIFICATION_FOOTER,
    unsubscribe: unsubscribeLinks(app, userId),
  });
}

export function digestEmail(app: Parts, userId: string, { rows, more }: Digest): EmailMessage {
  const left = `The newest ${rows.length} are below, and ${more} more on your dashboard.`;
  return renderEmail({
    subject: `${count(rows.length + more, 'notification')} on Stagelink`,
    paragraphs: ['Unread since your last digest.', ...(more > 0 ? [left] : [])],
    groups: groupsOf(app, rows),
    action: { label: 'Open the dashboard', url: `${app.config.appUrl}/dashboard` },
    footer: 'You can change how often you get this email in your settings.',
    unsubscribe: unsubscribeLinks(app, userId),
  });
}
