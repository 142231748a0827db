import type { App } from '../app.ts';
import { linkOf } from '../snapshots/present.ts';

// What opens a snapshot as one of its reviewers. It can be made again for a reminder, so nothing of it is stored, and it
// is worth nothing once the reviewer it names is gone.

const PURPOSE = 'review link';

/** The personal link of a reviewer. What follows the `#` reaches neither a server nor its log. */
export const personalLink = (app: Pick<App, 'config' | 'secrets'>, snapshotId: string, reviewerId: string) =>
  `${linkOf(app, snapshotId)}#review=${app.secrets.sign(PURPOSE, reviewerId)}`;

/** The id of the reviewer whose link holds this token, or null when we have made none such. */
export const readToken = ({ secrets }: Pick<App, 'secrets'>, token: string): string | null =>
  secrets.verify(PURPOSE, token);

/** Where an account reads of the reviews of a snapshot. */
export const reviewsPath = (snapshotId: string) => `/s/${snapshotId}#panel=reviews`;
