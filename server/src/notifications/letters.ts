import type { App } from '../app.ts';
import { type Letter, letter, type LetterWords } from '../mail/letter.ts';
import type { DigestRow } from './digestRepo.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

interface News {
  title: string;
  message: string;
  actionUrl: string | null;
}

const OPEN = 'Open in Stagelink';
const NEWS_FOOTER =
  'You get a mail as soon as something happens. In your settings you can choose digests instead.';

/** The mail about one notification. */
export function newsLetter(app: Parts, userId: string, { title, message, actionUrl }: News): Letter {
  return letter({
    subject: title,
    paragraphs: [message],
    ...(actionUrl === null ? {} : { action: { label: OPEN, url: app.config.appUrl + actionUrl } }),
    footer: NEWS_FOOTER,
    unsubscribe: unsubscribeLinks(app, userId),
  });
}

type Group = NonNullable<LetterWords['groups']>[number];

function groupsOf({ config }: Parts, rows: DigestRow[]): Group[] {
  const groups = new Map<string | null, Group>();
  for (const { snapshotId, snapshotName, actionUrl, title, message } of rows) {
    const group: Group = groups.get(snapshotId) ?? { title: snapshotName ?? 'Your account', news: [] };
    group.news.push({ title, text: message });
    // Where the latest leads.
    if (actionUrl !== null) group.url = config.appUrl + actionUrl;
    groups.set(snapshotId, group);
  }
  return [...groups.values()];
}

/** The mail about everything that waited, by snapshot. */
export function digestLetter(app: Parts, userId: string, rows: DigestRow[]): Letter {
  return letter({
    subject: rows.length === 1 ? '1 notification on Stagelink' : `${rows.length} notifications on Stagelink`,
    paragraphs: ['This happened since your last digest, and is still unread.'],
    groups: groupsOf(app, rows),
    action: { label: 'Open the dashboard', url: `${app.config.appUrl}/dashboard` },
    footer: 'Your settings say how often this mail comes.',
    unsubscribe: unsubscribeLinks(app, userId),
  });
}
