import type { App } from '../app.ts';
import { linkOf } from '../snapshots/present.ts';

// What opens a snapshot as one of its reviewers. It can be made again for a reminder, so nothing of it is stored. It
// ends when the reviewer is removed, and with the snapshot's password.

const PURPOSE = 'review link';

interface Linked {
  id: string;
  passwordRevision: number;
}

/** The personal link of a reviewer. What follows the `#` reaches neither a server nor its log. */
export const personalLink = (
  app: Pick<App, 'config' | 'secrets'>,
  { id, passwordRevision }: Linked,
  reviewerId: string,
) => `${linkOf(app, id)}#review=${app.secrets.sign(PURPOSE, `${reviewerId}:${passwordRevision}`)}`;

/** The reviewer and the password revision that a link's token names, or null when we have made none such. */
export function readToken(
  { secrets }: Pick<App, 'secrets'>,
  token: string,
): { reviewerId: string; passwordRevision: number } | null {
  const [reviewerId, revision] = secrets.verify(PURPOSE, token)?.split(':') ?? [];
  return reviewerId === undefined ? null : { reviewerId, passwordRevision: Number(revision) };
}

/** Where an account reads of the reviews of a snapshot. */
export const reviewsPath = (snapshotId: string) => `/s/${snapshotId}#panel=reviews`;
