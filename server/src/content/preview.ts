import type { App } from '../app.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import { contentOrigin } from './address.ts';
import { ENTER_PATH, entranceQuery, placeWithin } from './enter.ts';
import { issueTicket } from './grants.ts';

type Shown = Pick<SnapshotRow, 'id' | 'label' | 'passwordSealed' | 'passwordRevision'>;

/**
 * An address that shows a place in a snapshot to whoever opens it next. It lets in: ask for access before. Without a
 * password it is simply the place's own address.
 */
export async function previewUrl(
  app: Pick<App, 'config' | 'db'>,
  snapshot: Shown,
  { path, version }: { path: string; version?: number | undefined },
): Promise<string> {
  const origin = contentOrigin(app.config, snapshot.label, version);
  const place = placeWithin(path);
  if (!snapshot.passwordSealed) return `${origin}${place}`;
  const ticket = await issueTicket(app, {
    snapshotId: snapshot.id,
    passwordRevision: snapshot.passwordRevision,
  });
  return `${origin}${ENTER_PATH}?${entranceQuery(ticket, place)}`;
}
