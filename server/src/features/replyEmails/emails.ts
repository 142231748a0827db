import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import { toPlainText } from '../comments/stripMarkdown.ts';
import { type EmailMessage, renderEmail, type EmailContent } from '../../platform/mail/renderEmail.ts';
import { answerLink } from '../agentWork/answerLink.ts';
import { personalLink } from '../reviews/link.ts';
import { linkOf } from '../snapshots/present.ts';
import { type Recipient, stopLinks } from './optOuts.ts';
import type { ActivityRow } from './queueRepo.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

const EXCERPT_MAX = 200;
const THREAD_MAX = 60;

/** Contains no text that a person entered, not even the snapshot's name, because the address is unconfirmed. */
export const confirmAddress = (app: Parts, recipient: Recipient, token: string): EmailMessage =>
  renderEmail({
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

const TITLES: Record<ActivityRow['kind'], (name: string) => string> = {
  reply: (name) => sentence`${name} replied`,
  mention: (name) => sentence`${name} mentioned you`,
  resolved: (name) => sentence`${name} resolved a comment`,
  assigned: (name) => sentence`${name} assigned a comment to you`,
  staged: (name) => sentence`${name} staged a version for your comment`,
};

const titleOf = ({ kind, byName }: ActivityRow) => TITLES[kind](byName);

/** Returns the thread's URL; for a reviewer with their personal link, for a visitor who is asked with a proof. */
function threadUrl(app: Parts, row: ActivityRow): string {
  const { kind, reviewerId, stagedVersion: version } = row;
  if (kind === 'staged' && reviewerId === null && version !== null)
    return answerLink(app, { ...row, version });
  const snapshot = { id: row.snapshotId, passwordRevision: row.passwordRevision };
  const link =
    row.reviewerId === null
      ? `${linkOf(app, row.snapshotId)}#`
      : `${personalLink(app, snapshot, row.reviewerId)}&`;
  return `${link}thread=${row.threadId}`;
}

function groupsOf(app: Parts, rows: ActivityRow[]): NonNullable<EmailContent['groups']> {
  return [...Map.groupBy(rows, ({ threadId }) => threadId).values()].flatMap((inThread) => {
    const first = inThread.find(({ kind }) => kind === 'staged') ?? inThread[0];
    if (!first) return [];
    const items = inThread.map((row) => ({ title: titleOf(row), text: toPlainText(row.text, EXCERPT_MAX) }));
    return [
      { title: sentence`“${toPlainText(first.thread, THREAD_MAX)}”`, url: threadUrl(app, first), items },
    ];
  });
}

function footerOf({ reviewerId, ownerName }: ActivityRow): string {
  return reviewerId === null
    ? 'You received this email because you commented on this snapshot and confirmed this address for replies.'
    : sentence`You received this email because ${ownerName} asked for your review. The links are personal. Do not forward them.`;
}

/** The email about replies and mentions to a person without an account. */
export function replyEmail(
  app: Parts,
  recipient: Recipient,
  first: ActivityRow,
  rows: ActivityRow[],
): EmailMessage {
  const on = sentence` on “${first.snapshotName}”`;
  return renderEmail({
    subject: rows.length === 1 ? titleOf(first) + on : `${rows.length} new comments${on}`,
    paragraphs: [],
    groups: groupsOf(app, rows),
    action: {
      label: first.kind === 'staged' ? 'Compare before and after' : 'Open the thread',
      url: threadUrl(app, first),
    },
    footer: footerOf(first),
    unsubscribe: stopLinks(app, recipient),
  });
}
