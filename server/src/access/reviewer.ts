import type { IncomingMessage } from 'node:http';
import { REVIEWER_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import * as z from 'zod';
import type { App } from '../app.ts';
import { readCookie, setCookie } from '../http/cookies.ts';
import * as reviews from '../reviews/repo.ts';
import type { Secrets } from '../secrets.ts';
import { signedToken } from '../signedToken.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import type { Asker } from './access.ts';

// Somebody is a reviewer of a snapshot by an address they have proven to be theirs: with the personal link that was
// mailed to it, which leaves this cookie, or with an account. The cookie says who they are, never what they may do:
// once their review is gone, they are removed or the snapshot has another password, it opens nothing.

type Opened = Pick<SnapshotRow, 'id' | 'passwordRevision'>;

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
  { id: snapshotId, passwordRevision }: Opened,
  reviewerId: string,
): void {
  const seconds = REVIEWER_DAYS * 86_400;
  const claims = { snapshotId, reviewerId, passwordRevision, until: Date.now() + seconds * 1000 };
  setCookie(ctx, nameOf(snapshotId), reviewerToken.sign(secrets, claims), seconds);
}

function idInCookie(
  request: IncomingMessage,
  secrets: Secrets,
  { id: snapshotId, passwordRevision }: Opened,
): string | null {
  const cookie = readCookie(request.headers.cookie, nameOf(snapshotId));
  const claims = cookie === null ? null : reviewerToken.verify(secrets, cookie);
  const isValid =
    claims?.snapshotId === snapshotId &&
    claims.passwordRevision === passwordRevision &&
    claims.until > Date.now();
  return isValid ? claims.reviewerId : null;
}

/** Whom of a snapshot's reviewers somebody has proven to be. An account says more than what a browser once opened. */
export async function reviewerOf(
  app: Pick<App, 'db' | 'secrets'>,
  { viewer, request }: Asker,
  snapshot: Opened,
): Promise<reviews.NamedRow | null> {
  const byAccount = viewer && (await reviews.namedByAccount(app.db, snapshot.id, viewer.userId));
  if (byAccount) return byAccount;
  const id = idInCookie(request, app.secrets, snapshot);
  return (id !== null && (await reviews.namedById(app.db, snapshot.id, id))) || null;
}
