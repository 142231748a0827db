import type { RequestContext } from '../../platform/http/principal.ts';
import type { IncomingMessage } from 'node:http';
import { REVIEWER_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import * as z from 'zod';
import type { App } from '../../platform/context.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import * as reviews from '../reviews/repo.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signedToken.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';

// A reviewer is identified by a verified address: through the personal link emailed to it, which sets this cookie, or
// through an account. The cookie identifies but does not authorize: it opens nothing once the review is closed, the
// reviewer is removed or the password changes.

type OpenedSnapshot = Pick<SnapshotRow, 'id' | 'passwordRevision'>;

const reviewerToken = signedToken(
  'reviewer',
  z.object({
    snapshotId: z.string(),
    reviewerId: z.string(),
    passwordRevision: z.coerce.number(),
    until: z.coerce.number(),
  }),
);

const nameOf = (snapshotId: string) => `__Host-reviewer-${snapshotId}`;

export function setReviewerCookie(
  ctx: Context,
  secrets: Secrets,
  { id: snapshotId, passwordRevision }: OpenedSnapshot,
  reviewerId: string,
): void {
  const seconds = REVIEWER_DAYS * 86_400;
  const claims = { snapshotId, reviewerId, passwordRevision, until: Date.now() + seconds * 1000 };
  setCookie(ctx, nameOf(snapshotId), reviewerToken.sign(secrets, claims), seconds);
}

function idInCookie(
  request: IncomingMessage,
  secrets: Secrets,
  { id: snapshotId, passwordRevision }: OpenedSnapshot,
): string | null {
  const cookie = readCookie(request.headers.cookie, nameOf(snapshotId));
  const claims = cookie === null ? null : reviewerToken.verify(secrets, cookie);
  const isValid =
    claims?.snapshotId === snapshotId &&
    claims.passwordRevision === passwordRevision &&
    claims.until > Date.now();
  return isValid ? claims.reviewerId : null;
}

/** Returns the reviewer of this snapshot that a request has proven to be. An account takes precedence over a cookie. */
export async function reviewerOf(
  app: Pick<App, 'db' | 'secrets'>,
  { principal, request }: RequestContext,
  snapshot: OpenedSnapshot & Pick<SnapshotRow, 'hasReviews'>,
): Promise<reviews.ReviewerIdentity | null> {
  if (!snapshot.hasReviews) return null;
  const byAccount = principal?.isVerified
    ? await reviews.findReviewerByAccount(app.db, snapshot.id, principal.userId)
    : undefined;
  if (byAccount) return byAccount;
  const id = idInCookie(request, app.secrets, snapshot);
  return (id !== null && (await reviews.findReviewerById(app.db, snapshot.id, id))) || null;
}
