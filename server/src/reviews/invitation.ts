import type { UserRow } from '../accounts/repo.ts';
import { type Letter, letter } from '../mail/letter.ts';

interface Invitation {
  owner: Pick<UserRow, 'name' | 'email'>;
  reviewerName: string;
  snapshot: { name: string; isProtected: boolean; url: string };
  deadline: Date | null;
  notes: string;
}

const inWords = (deadline: Date) =>
  `${deadline.toLocaleString('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

/** What somebody reads who is asked for a review. The password is not in it: mail is passed on and kept. */
export function invitation({ owner, reviewerName, snapshot, deadline, notes }: Invitation): Letter {
  return letter({
    subject: `${owner.name} asks you to review “${snapshot.name}”`,
    greeting: `Hello ${reviewerName},`,
    paragraphs: [
      `${owner.name} (${owner.email}) would like to hear what you think of “${snapshot.name}”.`,
      ...(snapshot.isProtected ? [`It is protected by a password, which ${owner.name} will give you.`] : []),
    ],
    details: [
      ...(deadline ? [{ label: 'Deadline', value: inWords(deadline) }] : []),
      ...(notes ? [{ label: 'Notes', value: notes }] : []),
    ],
    action: { label: 'Open the snapshot', url: snapshot.url },
    footer: `You get this mail because ${owner.email} named you as a reviewer. If you do not know them, you can ignore it.`,
  });
}
