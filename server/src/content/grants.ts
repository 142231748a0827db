import { GRANT_HOURS, TICKET_SECONDS } from '@stagelink/shared/contracts/limits';
import type { App } from '../app.ts';
import { readCookie } from '../http/cookies.ts';
import { issue, redeem } from '../tickets.ts';
import type { Site } from './sites.ts';

// A grant opens the content of one protected snapshot in one browser. It is signed over the snapshot and the
// password's revision, so that a new password ends every grant without anybody keeping a list.

const COOKIE = '__Host-grant';
const REMEMBERED = 1_000;
const GRANT_SECONDS = GRANT_HOURS * 3600;

type Granting = Pick<Site, 'snapshotId' | 'passwordRevision'>;

/** A text that opens the site for some hours. */
export function newGrant(app: Pick<App, 'secrets'>, { snapshotId, passwordRevision }: Granting): string {
  return app.secrets.sign('grant', `${snapshotId}:${passwordRevision}:${Date.now() + GRANT_SECONDS * 1000}`);
}

/** A `Set-Cookie` header with a new grant. Partitioned: the frame's grant belongs to the app that shows the frame. */
export function grantCookie(app: Pick<App, 'secrets'>, site: Granting): string {
  const attributes = `Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${GRANT_SECONDS}`;
  return `${COOKIE}=${newGrant(app, site)}; ${attributes}`;
}

/** The grant among a request's cookies. */
export const grantOf = (cookies: string | undefined) => readCookie(cookies, COOKIE);

function endOf(app: Pick<App, 'secrets'>, site: Granting, grant: string): number {
  const [snapshotId, revision, until] = app.secrets.verify('grant', grant)?.split(':') ?? [];
  return snapshotId === site.snapshotId && revision === String(site.passwordRevision) ? Number(until) : 0;
}

/** Whether a grant opens this site. */
export function isGranted(app: Pick<App, 'secrets'>, site: Site, grant: string | null): boolean {
  if (grant === null) return false;
  const known = site.grants.get(grant);
  const until = known ?? endOf(app, site, grant);
  if (!(until > Date.now())) return false;
  if (known === undefined && site.grants.size < REMEMBERED) site.grants.set(grant, until);
  return true;
}

export const issueTicket = (app: Pick<App, 'db'>, { snapshotId, passwordRevision }: Granting) =>
  issue(app.db, 'preview', { snapshotId, passwordRevision }, TICKET_SECONDS);

/** Whether the ticket opens this site; it cannot be used again. */
export async function redeemTicket(app: Pick<App, 'db'>, site: Granting, ticket: string): Promise<boolean> {
  const granted = await redeem(app.db, 'preview', ticket);
  return granted?.snapshotId === site.snapshotId && granted.passwordRevision === site.passwordRevision;
}
