import * as z from 'zod';
import type { App } from '../app.ts';
import { signedToken } from '../signedToken.ts';
import { linkOf } from '../snapshots/present.ts';

// What opens a snapshot as one of its reviewers. It can be made again for a reminder, so nothing of it is stored. It
// ends when the reviewer is removed, and with the snapshot's password.

const linkToken = signedToken(
  'review link',
  z.object({ reviewerId: z.string(), passwordRevision: z.coerce.number() }),
);

interface Linked {
  id: string;
  passwordRevision: number;
}

/** The personal link of a reviewer. What follows the `#` reaches neither a server nor its log. */
export const personalLink = (
  app: Pick<App, 'config' | 'secrets'>,
  { id, passwordRevision }: Linked,
  reviewerId: string,
) => `${linkOf(app, id)}#review=${linkToken.sign(app.secrets, { reviewerId, passwordRevision })}`;

/** The reviewer and the password revision that a link's token names, or null when it was not made here. */
export const readToken = ({ secrets }: Pick<App, 'secrets'>, token: string) =>
  linkToken.verify(secrets, token);

/** Where an account reads of the reviews of a snapshot. */
export const reviewsPath = (snapshotId: string) => `/s/${snapshotId}#panel=reviews`;
