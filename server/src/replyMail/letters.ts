import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import type { App } from '../app.ts';
import { plainLine } from '../comments/plain.ts';
import { type Letter, letter, type LetterWords } from '../mail/letter.ts';
import { personalLink } from '../reviews/link.ts';
import { linkOf } from '../snapshots/present.ts';
import { type Recipient, stopLinks } from './optOuts.ts';
import type { HappenedRow } from './queueRepo.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

const EXCERPT_MAX = 200;
const THREAD_MAX = 60;

/** Until the address is confirmed, nothing that a person typed is mailed to it, not even the snapshot's name. */
export const confirmAddress = (app: Parts, recipient: Recipient, token: string): Letter =>
  letter({
    subject: 'Confirm that you want replies by email',
    greeting: 'Hello,',
    paragraphs: [
      'You commented on a snapshot and left this address for replies. Confirm it to get them. ' +
        `The link works for ${EMAIL_LINK_HOURS} hours.`,
      'If you did not comment, ignore this email. Nothing else is sent unless you confirm.',
    ],
    action: { label: 'Confirm address', url: `${app.config.appUrl}/confirm-replies?token=${token}` },
    footer: 'You received this email because this address was entered under a comment on Stagelink.',
    unsubscribe: stopLinks(app, recipient),
  });

const TITLES: Record<HappenedRow['kind'], (name: string) => string> = {
  reply: (name) => `${name} replied`,
  mention: (name) => `${name} mentioned you`,
  resolved: (name) => `${name} resolved a comment`,
};

const titleOf = ({ kind, byName }: HappenedRow) => TITLES[kind](byName);

/** Where a thread opens; with a reviewer's personal link, which they were sent before. */
function threadUrl(app: Parts, row: HappenedRow): string {
  const snapshot = { id: row.snapshotId, passwordRevision: row.passwordRevision };
  const link =
    row.reviewerId === null
      ? `${linkOf(app, row.snapshotId)}#`
      : `${personalLink(app, snapshot, row.reviewerId)}&`;
  return `${link}thread=${row.threadId}`;
}

function groupsOf(app: Parts, rows: HappenedRow[]): NonNullable<LetterWords['groups']> {
  return [...Map.groupBy(rows, ({ threadId }) => threadId).values()].flatMap((inThread) => {
    const [first] = inThread;
    if (!first) return [];
    const news = inThread.map((row) => ({ title: titleOf(row), text: plainLine(row.text, EXCERPT_MAX) }));
    return [{ title: `“${plainLine(first.thread, THREAD_MAX)}”`, url: threadUrl(app, first), news }];
  });
}

function footerOf({ reviewerId, ownerName }: HappenedRow): string {
  return reviewerId === null
    ? 'You received this email because you commented on this snapshot and confirmed this address for replies.'
    : `You received this email because ${ownerName} asked for your review. The links are yours alone: whoever opens them is taken for you.`;
}

/** The email about activity in threads of a person without an account, and about mentions. */
export function replyLetter(
  app: Parts,
  recipient: Recipient,
  first: HappenedRow,
  rows: HappenedRow[],
): Letter {
  const on = ` on “${first.snapshotName}”`;
  return letter({
    subject: rows.length === 1 ? titleOf(first) + on : `${rows.length} new comments${on}`,
    paragraphs: [],
    groups: groupsOf(app, rows),
    action: { label: 'Open the thread', url: threadUrl(app, first) },
    footer: footerOf(first),
    unsubscribe: stopLinks(app, recipient),
  });
}
