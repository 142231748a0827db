import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import { contentOrigin } from './address.ts';
import { ENTER_PATH, entranceQuery, placeWithin } from './enter.ts';
import { issueTicket, newGrant } from './grants.ts';

type Shown = Pick<SnapshotRow, 'id' | 'label' | 'passwordSealed' | 'passwordRevision'>;

/** Path mode shows the newest version only; its address itself holds the grant. */
function belowPath(
  app: Pick<App, 'config' | 'secrets'>,
  { id, passwordSealed, passwordRevision }: Shown,
  place: string,
  version: number | undefined,
): string {
  if (version !== undefined)
    throw new AppError('invalid_input', 'This server can only show the newest version.');
  const grant = passwordSealed ? `/~${newGrant(app, { snapshotId: id, passwordRevision })}` : '';
  return `${app.config.appUrl}/s/${id}${grant}${place}`;
}

/**
 * An address that shows a place in a snapshot to whoever opens it next. It lets in: ask for access before. Without a
 * password it is simply the place's own address.
 */
export async function previewUrl(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  snapshot: Shown,
  { path, version }: { path: string; version?: number | undefined },
): Promise<string> {
  const origin = contentOrigin(app.config, snapshot.label, version);
  const place = placeWithin(path);
  if (origin === null) return belowPath(app, snapshot, place, version);
  if (!snapshot.passwordSealed) return `${origin}${place}`;
  const ticket = await issueTicket(app, {
    snapshotId: snapshot.id,
    passwordRevision: snapshot.passwordRevision,
  });
  return `${origin}${ENTER_PATH}?${entranceQuery(ticket, place)}`;
}
