import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { contentOrigin } from './address.ts';
import { ENTER_PATH, entranceQuery, placeWithin } from './enter.ts';
import { type Granting, issueTicket, newGrant } from './grants.ts';

/** What somebody may look at, and why. */
export interface Shown {
  snapshot: Pick<Access['snapshot'], 'id' | 'label' | 'passwordSealed' | 'passwordRevision'>;
  reviewer: Access['reviewer'];
}

const grantingOf = ({ snapshot, reviewer }: Shown): Granting => ({
  snapshotId: snapshot.id,
  passwordRevision: snapshot.passwordRevision,
  reviewerId: reviewer?.id ?? null,
});

/** Path mode shows the newest version only; its address itself holds the grant. */
function belowPath(
  app: Pick<App, 'config' | 'secrets'>,
  shown: Shown,
  place: string,
  version: number | undefined,
): string {
  if (version !== undefined)
    throw new AppError('invalid_input', 'This server can only show the newest version.');
  const { id, passwordSealed } = shown.snapshot;
  const grant = passwordSealed ? `/~${newGrant(app, grantingOf(shown))}` : '';
  return `${app.config.appUrl}/s/${id}${grant}${place}`;
}

/**
 * An address that shows a place in a snapshot to whoever opens it next. It lets in: ask for access before. Without a
 * password it is simply the place's own address.
 */
export async function previewUrl(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  shown: Shown,
  { path, version }: { path: string; version?: number | undefined },
): Promise<string> {
  const { label, passwordSealed } = shown.snapshot;
  const origin = contentOrigin(app.config, label, version);
  const place = placeWithin(path);
  if (origin === null) return belowPath(app, shown, place, version);
  if (!passwordSealed) return `${origin}${place}`;
  const ticket = await issueTicket(app, grantingOf(shown));
  return `${origin}${ENTER_PATH}?${entranceQuery(ticket, place)}`;
}
