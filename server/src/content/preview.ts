import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { VersionRow } from '../versions/repo.ts';
import { contentOrigin } from './address.ts';
import { ENTER_PATH, entranceQuery, placeWithin } from './enter.ts';
import { type Granting, issueTicket, newGrant } from './grants.ts';

/** What somebody may look at, and why. */
export interface Shown {
  snapshot: Pick<Access['snapshot'], 'id' | 'label' | 'passwordSealed' | 'passwordRevision'>;
  reviewer: Access['reviewer'];
}

type Viewed = Pick<VersionRow, 'number' | 'publishedAt'>;

const grantingOf = ({ snapshot, reviewer }: Shown, version: Viewed | null): Granting => ({
  snapshotId: snapshot.id,
  passwordRevision: snapshot.passwordRevision,
  reviewerId: reviewer?.id ?? null,
  waiting: version?.publishedAt === null ? version.number : null,
});

/** Path mode shows what the link shows, and nothing else; its address itself holds the grant. */
function belowPath(
  app: Pick<App, 'config' | 'secrets'>,
  shown: Shown,
  place: string,
  version: Viewed | null,
): string {
  if (version) throw new AppError('invalid_input', 'This server can only show the newest version.');
  const { id, passwordSealed } = shown.snapshot;
  const grant = passwordSealed ? `/~${newGrant(app, grantingOf(shown, null))}` : '';
  return `${app.config.appUrl}/s/${id}${grant}${place}`;
}

/**
 * An address that shows a place in a snapshot to whoever opens it next, in a version other than the one the link
 * shows when that is named. It lets in: ask for access before. Where everybody is let in it is simply the place's own
 * address.
 */
export async function previewUrl(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  shown: Shown,
  { path, version = null }: { path: string; version?: Viewed | null },
): Promise<string> {
  const { label, passwordSealed } = shown.snapshot;
  const origin = contentOrigin(app.config, label, version?.number);
  const place = placeWithin(path);
  if (origin === null) return belowPath(app, shown, place, version);
  const granting = grantingOf(shown, version);
  if (!passwordSealed && granting.waiting === null) return `${origin}${place}`;
  const ticket = await issueTicket(app, granting);
  return `${origin}${ENTER_PATH}?${entranceQuery(ticket, place)}`;
}
