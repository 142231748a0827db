import { GRANT_HOURS, TICKET_SECONDS } from '@stagelink/shared/contracts/limits';
import * as z from 'zod';
import type { App } from '../../platform/context.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { optionalClaim, signedToken } from '../../platform/signedToken.ts';
import { issue, peek, redeem } from '../../platform/tickets.ts';
import type { Site } from './sites.ts';

// A grant opens the content of one protected snapshot in one browser. It contains the snapshot's id and password
// revision, so a new password ends every grant without a list of grants. A reviewer's grant, which needs no password,
// is valid as long as the reviewer is invited. A draft needs a grant that names it, issued to the owner only.

const COOKIE = '__Host-grant';
const REMEMBERED = 1_000;
const GRANT_SECONDS = GRANT_HOURS * 3600;

const grantToken = signedToken(
  'grant',
  z.object({
    snapshotId: z.string(),
    passwordRevision: z.coerce.number(),
    until: z.coerce.number(),
    reviewerId: optionalClaim(z.string()),
    waiting: optionalClaim(z.coerce.number()),
  }),
);

export interface GrantClaims extends Pick<Site, 'snapshotId' | 'passwordRevision'> {
  /** The reviewer it belongs to; null if issued after the gate. */
  reviewerId: string | null;
  /** The draft it opens; null opens any published version. */
  waiting: number | null;
}

type GrantedSite = Pick<Site, 'snapshotId' | 'passwordRevision' | 'version' | 'isDraft'>;

const opens = ({ snapshotId, passwordRevision, waiting }: GrantClaims, site: GrantedSite): boolean =>
  snapshotId === site.snapshotId &&
  passwordRevision === site.passwordRevision &&
  (waiting === null ? !site.isDraft : waiting === site.version);

/** Returns a signed grant that is valid for some hours. */
export function newGrant(
  app: Pick<App, 'secrets'>,
  { snapshotId, passwordRevision, reviewerId, waiting }: GrantClaims,
): string {
  const until = Date.now() + GRANT_SECONDS * 1000;
  return grantToken.sign(app.secrets, { snapshotId, passwordRevision, until, reviewerId, waiting });
}

/**
 * Returns a `Set-Cookie` header with a new grant. Partitioned (CHIPS): the cookie belongs to the app that embeds the
 * frame.
 */
export function grantCookie(app: Pick<App, 'secrets'>, granting: GrantClaims): string {
  const attributes = `Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${GRANT_SECONDS}`;
  return `${COOKIE}=${newGrant(app, granting)}; ${attributes}`;
}

export const grantOf = (cookies: string | undefined) => readCookie(cookies, COOKIE);

function endOf(app: Pick<App, 'secrets'>, site: Site, grant: string): number {
  const granted = grantToken.verify(app.secrets, grant);
  if (granted === null) return 0;
  if (granted.reviewerId !== null && !site.reviewerIds.includes(granted.reviewerId)) return 0;
  return opens(granted, site) ? granted.until : 0;
}

/** Returns whether a grant opens this site. */
export function isGranted(app: Pick<App, 'secrets'>, site: Site, grant: string | null): boolean {
  if (grant === null) return false;
  const known = site.grants.get(grant);
  const until = known ?? endOf(app, site, grant);
  if (!(until > Date.now())) return false;
  if (known === undefined && site.grants.size < REMEMBERED) site.grants.set(grant, until);
  return true;
}

export const issueTicket = (app: Pick<App, 'db'>, granting: GrantClaims) =>
  issue(app.db, 'preview', granting, TICKET_SECONDS);

/** Returns whether an unused ticket is for this site. */
export async function canRedeem(app: Pick<App, 'db'>, site: GrantedSite, ticket: string): Promise<boolean> {
  const granting = await peek(app.db, 'preview', ticket);
  return granting !== null && opens(granting, site);
}

/** Redeems a ticket. Returns its grant, or null if it does not open this site; the ticket is used up either way. */
export async function redeemTicket(
  app: Pick<App, 'db'>,
  site: GrantedSite,
  ticket: string,
): Promise<GrantClaims | null> {
  const granted = await redeem(app.db, 'preview', ticket);
  return granted && opens(granted, site) ? granted : null;
}
