import { type Letter, letter } from '../mail/letter.ts';

/** What each mail about a review is about. */
interface About {
  owner: { name: string; email: string };
  reviewerName: string;
  snapshotName: string;
  deadline: Date | null;
  notes: string;
}

interface WithLink extends About {
  /** Their personal one. */
  url: string;
}

const YOURS = 'The link is yours alone: whoever opens it is taken for you.';

const inWords = (deadline: Date) =>
  `${deadline.toLocaleString('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

const detailsOf = ({ deadline, notes }: About) => [
  ...(deadline ? [{ label: 'Deadline', value: inWords(deadline) }] : []),
  ...(notes ? [{ label: 'Notes', value: notes }] : []),
];

const footerOf = ({ owner }: About) =>
  `You get this mail because ${owner.email} named you as a reviewer. If you do not know them, you can ignore it.`;

/** What somebody reads who is asked for a review. */
export const invitation = (about: WithLink): Letter =>
  letter({
    subject: `${about.owner.name} asks you to review “${about.snapshotName}”`,
    greeting: `Hello ${about.reviewerName},`,
    paragraphs: [
      `${about.owner.name} (${about.owner.email}) would like to hear what you think of “${about.snapshotName}”. ` +
        'You can comment on it, and then approve it or ask for changes. No account and no password are needed.',
    ],
    details: detailsOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** What somebody reads who has not answered when the deadline is near. */
export const reminder = (about: WithLink): Letter =>
  letter({
    subject: `Reminder: your review of “${about.snapshotName}”`,
    greeting: `Hello ${about.reviewerName},`,
    paragraphs: [
      `${about.owner.name} (${about.owner.email}) is waiting for your review of “${about.snapshotName}”. This is the only reminder.`,
    ],
    details: detailsOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** What a reviewer reads whose link has ended with the snapshot's password. */
export const newLink = (about: WithLink): Letter =>
  letter({
    subject: `Your new link to “${about.snapshotName}”`,
    greeting: `Hello ${about.reviewerName},`,
    paragraphs: [
      `${about.owner.name} (${about.owner.email}) has changed the password of “${about.snapshotName}”, so your earlier ` +
        'link no longer works. This one does, and needs no password.',
    ],
    details: detailsOf(about),
    action: { label: 'Open the review', url: about.url },
    footer: `${YOURS} ${footerOf(about)}`,
  });

/** What a reviewer reads who was removed before answering, or whose review was closed. */
export const notNeeded = (about: About): Letter =>
  letter({
    subject: `Your review of “${about.snapshotName}” is no longer needed`,
    greeting: `Hello ${about.reviewerName},`,
    paragraphs: [
      `${about.owner.name} (${about.owner.email}) no longer needs your review of “${about.snapshotName}”. ` +
        'Your personal link no longer opens it.',
    ],
    footer: footerOf(about),
  });

/** What somebody reads whose review is no longer wanted. */
export const cancellation = (about: About): Letter =>
  letter({
    subject: `The review of “${about.snapshotName}” was cancelled`,
    greeting: `Hello ${about.reviewerName},`,
    paragraphs: [
      `${about.owner.name} (${about.owner.email}) has cancelled the review of “${about.snapshotName}”. ` +
        'There is nothing left to do for you, and your personal link no longer opens it.',
    ],
    footer: footerOf(about),
  });
