import type { App } from '../app.ts';
import { plainLine } from '../comments/plain.ts';
import { type Letter, letter, type LetterWords } from '../mail/letter.ts';
import type { Digest, DigestRow } from './digestRepo.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

interface News {
  title: string;
  message: string;
  actionUrl: string | null;
  threadId?: string | null;
}

const OPEN = 'Open in Stagelink';
const NEWS_FOOTER =
  'You get a mail as it happens, and comments on a snapshot together. In your settings you can choose digests instead.';

/** The mail about one notification. */
export function newsLetter(
  app: Parts,
  userId: string,
  { title, message, actionUrl, threadId }: News,
): Letter {
  const written = letter({
    subject: title,
    paragraphs: [message],
    ...(actionUrl === null ? {} : { action: { label: OPEN, url: app.config.appUrl + actionUrl } }),
    footer: NEWS_FOOTER,
    unsubscribe: unsubscribeLinks(app, userId),
  });
  if (threadId == null) return written;
  // Mail programs show what refers to the same message as one conversation.
  const thread = `<thread.${threadId}@${new URL(app.config.appUrl).hostname}>`;
  return { ...written, headers: { ...written.headers, References: thread } };
}

type Group = NonNullable<LetterWords['groups']>[number];

const THREAD_MAX = 60;

function titleOf({ snapshotName, thread }: DigestRow): string {
  if (snapshotName === null) return 'Your account';
  return thread === null ? snapshotName : `${snapshotName}: “${plainLine(thread, THREAD_MAX)}”`;
}

/** By snapshot and, within one, by thread; each where it came up first. */
function groupsOf({ config }: Parts, rows: DigestRow[]): Group[] {
  const snapshots = new Map<string | null, Map<string | null, Group>>();
  for (const row of rows) {
    const threads = snapshots.get(row.snapshotId) ?? new Map<string | null, Group>();
    const group: Group = threads.get(row.threadId) ?? { title: titleOf(row), news: [] };
    group.news.push({ title: row.title, text: row.message });
    // Where the latest leads.
    if (row.actionUrl !== null) group.url = config.appUrl + row.actionUrl;
    snapshots.set(row.snapshotId, threads.set(row.threadId, group));
  }
  return [...snapshots.values()].flatMap((threads) => [...threads.values()]);
}

/** The mail about the comments on one snapshot that came together. */
export function batchLetter(app: Parts, userId: string, { rows, more }: Digest): Letter {
  const [first] = rows;
  const count = rows.length + more;
  if (first && count === 1) return newsLetter(app, userId, first);
  const left = `The newest ${rows.length} are below. ${more} more are in the app.`;
  return letter({
    subject: `${count} new comments on “${first?.snapshotName}”`,
    paragraphs: more > 0 ? [left] : [],
    groups: groupsOf(app, rows),
    action: { label: OPEN, url: `${app.config.appUrl}/s/${first?.snapshotId}` },
    footer: NEWS_FOOTER,
    unsubscribe: unsubscribeLinks(app, userId),
  });
}

/** The mail about everything that waited. */
export function digestLetter(app: Parts, userId: string, { rows, more }: Digest): Letter {
  const count = rows.length + more;
  const left = `The newest ${rows.length} are below, and ${more} more on your dashboard.`;
  return letter({
    subject: count === 1 ? '1 notification on Stagelink' : `${count} notifications on Stagelink`,
    paragraphs: ['This happened since your last digest, and is still unread.', ...(more > 0 ? [left] : [])],
    groups: groupsOf(app, rows),
    action: { label: 'Open the dashboard', url: `${app.config.appUrl}/dashboard` },
    footer: 'Your settings say how often this mail comes.',
    unsubscribe: unsubscribeLinks(app, userId),
  });
}
