import * as z from 'zod';
import type { App } from '../../platform/context.ts';
import { signedToken } from '../../platform/signedToken.ts';
import { linkOf } from '../snapshots/present.ts';

// The personal link of a reviewer. It is derived, not stored, so that a reminder can contain it again. It is valid
// until the reviewer is removed or the snapshot's password changes.

const linkToken = signedToken(
  'review link',
  z.object({ reviewerId: z.string(), passwordRevision: z.coerce.number() }),
);

interface LinkedSnapshot {
  id: string;
  passwordRevision: number;
}

/** Returns the personal link. The part after `#` reaches neither a server nor its log. */
export const personalLink = (
  app: Pick<App, 'config' | 'secrets'>,
  { id, passwordRevision }: LinkedSnapshot,
  reviewerId: string,
) => `${linkOf(app, id)}#review=${linkToken.sign(app.secrets, { reviewerId, passwordRevision })}`;

/** Returns the reviewer and the password revision in a token, or null if it is invalid. */
export const readToken = ({ secrets }: Pick<App, 'secrets'>, token: string) =>
  linkToken.verify(secrets, token);

/** The path where users read the reviews of a snapshot. */
export const reviewsPath = (snapshotId: string) => `/s/${snapshotId}#panel=reviews`;
