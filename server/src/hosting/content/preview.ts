import type { Access } from '../../features/access/access.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { VersionRow } from '../../features/versions/repo.ts';
import { contentOrigin } from '../../platform/serving/address.ts';
import { ENTER_PATH, exchangeQuery, pathWithin } from './grantExchange.ts';
import { type GrantClaims, issueTicket, newGrant } from './grants.ts';

/** What may be opened, and why. */
export interface PreviewTarget {
  snapshot: Pick<Access['snapshot'], 'id' | 'label' | 'passwordSealed' | 'passwordRevision'>;
  reviewer: Access['reviewer'];
}

type PreviewVersion = Pick<VersionRow, 'number' | 'publishedAt'>;

const grantingOf = ({ snapshot, reviewer }: PreviewTarget, version: PreviewVersion | null): GrantClaims => ({
  snapshotId: snapshot.id,
  passwordRevision: snapshot.passwordRevision,
  reviewerId: reviewer?.id ?? null,
  waiting: version?.publishedAt === null ? version.number : null,
});

/** Path mode serves the published version only; its URL contains the grant. */
function belowPath(
  app: Pick<App, 'config' | 'secrets'>,
  shown: PreviewTarget,
  place: string,
  version: PreviewVersion | null,
): string {
  if (version) throw new AppError('invalid_input', 'This server can only show the newest version.');
  const { id, passwordSealed } = shown.snapshot;
  const grant = passwordSealed ? `/~${newGrant(app, grantingOf(shown, null))}` : '';
  return `${app.config.appUrl}/s/${id}${grant}${place}`;
}

/**
 * Returns a URL that opens a path of a snapshot, in the given version if it is not the published one. The URL grants
 * access: check access first. Without a password it is the plain URL of the path.
 */
export async function previewUrl(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  shown: PreviewTarget,
  { path, version = null }: { path: string; version?: PreviewVersion | null },
): Promise<string> {
  const { label, passwordSealed } = shown.snapshot;
  const origin = contentOrigin(app.config, label, version?.number);
  const place = pathWithin(path);
  if (origin === null) return belowPath(app, shown, place, version);
  const granting = grantingOf(shown, version);
  if (!passwordSealed && granting.waiting === null) return `${origin}${place}`;
  const ticket = await issueTicket(app, granting);
  return `${origin}${ENTER_PATH}?${exchangeQuery(ticket, place)}`;
}
