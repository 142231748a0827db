import { GRANT_HOURS, TICKET_SECONDS } from '@stagelink/shared/contracts/limits';
import * as z from 'zod';
import type { App } from '../app.ts';
import { readCookie } from '../http/cookies.ts';
import { optionalClaim, signedToken } from '../signedToken.ts';
import { issue, peek, redeem } from '../tickets.ts';
import type { Site } from './sites.ts';

// A grant opens the content of one protected snapshot in one browser. It is signed over the snapshot and the
// password's revision, so that a new password ends every grant without anybody keeping a list. A reviewer's grant,
// for which nobody gave a password, holds for as long as they are one. A version that waits needs a grant that names
// it, which only its owner gets.

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

export interface Granting extends Pick<Site, 'snapshotId' | 'passwordRevision'> {
  /** Whose review opens it; null for whoever has passed the gate. */
  reviewerId: string | null;
  /** The waiting version it opens; null opens whatever was published. */
  waiting: number | null;
}

type Locked = Pick<Site, 'snapshotId' | 'passwordRevision' | 'version' | 'isWaiting'>;

const opens = ({ snapshotId, passwordRevision, waiting }: Granting, site: Locked): boolean =>
  snapshotId === site.snapshotId &&
  passwordRevision === site.passwordRevision &&
  (waiting === null ? !site.isWaiting : waiting === site.version);

/** A text that opens the site for some hours. */
export function newGrant(
  app: Pick<App, 'secrets'>,
  { snapshotId, passwordRevision, reviewerId, waiting }: Granting,
): string {
  const until = Date.now() + GRANT_SECONDS * 1000;
  return grantToken.sign(app.secrets, { snapshotId, passwordRevision, until, reviewerId, waiting });
}

/** A `Set-Cookie` header with a new grant. Partitioned: the frame's grant belongs to the app that shows the frame. */
export function grantCookie(app: Pick<App, 'secrets'>, granting: Granting): string {
  const attributes = `Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${GRANT_SECONDS}`;
  return `${COOKIE}=${newGrant(app, granting)}; ${attributes}`;
}

/** The grant among a request's cookies. */
export const grantOf = (cookies: string | undefined) => readCookie(cookies, COOKIE);

function endOf(app: Pick<App, 'secrets'>, site: Site, grant: string): number {
  const granted = grantToken.verify(app.secrets, grant);
  if (granted === null) return 0;
  if (granted.reviewerId !== null && !site.reviewerIds.includes(granted.reviewerId)) return 0;
  return opens(granted, site) ? granted.until : 0;
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

export const issueTicket = (app: Pick<App, 'db'>, granting: Granting) =>
  issue(app.db, 'preview', granting, TICKET_SECONDS);

/** Whether a ticket that was not used yet is for this site. */
export async function wouldOpen(app: Pick<App, 'db'>, site: Locked, ticket: string): Promise<boolean> {
  const granting = await peek(app.db, 'preview', ticket);
  return granting !== null && opens(granting, site);
}

/** What the ticket grants if it opens this site, else null; it cannot be used again. */
export async function redeemTicket(
  app: Pick<App, 'db'>,
  site: Locked,
  ticket: string,
): Promise<Granting | null> {
  const granted = await redeem(app.db, 'preview', ticket);
  return granted && opens(granted, site) ? granted : null;
}
