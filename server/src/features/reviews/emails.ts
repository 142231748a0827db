import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailMessage, renderEmail } from '../../platform/mail/renderEmail.ts';

/** The review and recipient of an email. */
interface About {
  owner: { name: string; email: string };
  reviewerName: string;
  snapshotName: string;
  deadline: Date | null;
  notes: string;
}

interface WithLink extends About {
  /** The personal link. */
  url: string;
  /** SHA-256 of the picture of the version that the link shows, which the reviewer may open. */
  picture: Buffer | null;
}

const YOURS = 'This link is personal. Do not forward it.';

const inWords = (deadline: Date) =>
  `${deadline.toLocaleString('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

const detailsOf = ({ deadline, notes }: About) => [
  ...(deadline ? [{ label: 'Deadline', value: inWords(deadline) }] : []),
  ...(notes ? [{ label: 'Notes', value: notes }] : []),
];

const footerOf = ({ owner }: About) =>
  `You received this email because ${owner.email} added you as a reviewer. If you do not know them, ignore it.`;

const pictureOf = ({ picture, snapshotName }: WithLink) =>
  picture ? { sha256: picture.toString('hex'), alt: sentence`First page of “${snapshotName}”` } : undefined;

export const reviewRequestEmail = (about: WithLink): EmailMessage =>
  renderEmail({
    subject: sentence`${about.owner.name} asks you to review “${about.snapshotName}”`,
    greeting: sentence`Hello ${about.reviewerName},`,
    paragraphs: [
      sentence`${about.owner.name} (${about.owner.email}) asks you to review “${about.snapshotName}”. ` +
        'You can comment, then approve it or request changes. No account or password needed.',
    ],
    details: detailsOf(about),
    picture: pictureOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** Sent to a reviewer who has not responded when the deadline is near. */
export const reviewReminderEmail = (about: WithLink): EmailMessage =>
  renderEmail({
    subject: sentence`Reminder: your review of “${about.snapshotName}”`,
    greeting: sentence`Hello ${about.reviewerName},`,
    paragraphs: [
      sentence`${about.owner.name} (${about.owner.email}) is waiting for your review of “${about.snapshotName}”. This is the only reminder.`,
    ],
    details: detailsOf(about),
    picture: pictureOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** Sent to a reviewer whose link stopped working with the snapshot's password. */
export const newLink = (about: WithLink): EmailMessage =>
  renderEmail({
    subject: sentence`Your new link to “${about.snapshotName}”`,
    greeting: sentence`Hello ${about.reviewerName},`,
    paragraphs: [
      sentence`${about.owner.name} (${about.owner.email}) has changed the password of “${about.snapshotName}”, so your earlier ` +
        'link no longer works. This one works and needs no password.',
    ],
    details: detailsOf(about),
    picture: pictureOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** Sent to a reviewer who was removed before responding, or whose review was closed. */
export const notNeeded = (about: About): EmailMessage =>
  renderEmail({
    subject: sentence`Your review of “${about.snapshotName}” is no longer needed`,
    greeting: sentence`Hello ${about.reviewerName},`,
    paragraphs: [
      sentence`${about.owner.name} (${about.owner.email}) no longer needs your review of “${about.snapshotName}”. ` +
        'Your personal link no longer works.',
    ],
    footer: footerOf(about),
  });

export const reviewCancelledEmail = (about: About): EmailMessage =>
  renderEmail({
    subject: sentence`The review of “${about.snapshotName}” was cancelled`,
    greeting: sentence`Hello ${about.reviewerName},`,
    paragraphs: [
      sentence`${about.owner.name} (${about.owner.email}) has cancelled the review of “${about.snapshotName}”. ` +
        'You do not need to do anything. Your personal link no longer works.',
    ],
    footer: footerOf(about),
  });
