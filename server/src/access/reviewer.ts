import type { IncomingMessage } from 'node:http';
import { REVIEWER_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { readCookie, setCookie } from '../http/cookies.ts';
import * as reviews from '../reviews/repo.ts';
import type { Secrets } from '../secrets.ts';
import type { Asker } from './access.ts';

// Somebody is a reviewer of a snapshot by an address they have proven to be theirs: with the personal link that was
// mailed to it, which leaves this cookie, or with an account. The cookie says who they are, never what they may do:
// once their review is gone it opens nothing.

const nameOf = (snapshotId: string) => `__Host-reviewer-${snapshotId}`;

export function setReviewerCookie(
  ctx: Context,
  secrets: Secrets,
  { id, snapshotId }: { id: string; snapshotId: string },
): void {
  const seconds = REVIEWER_DAYS * 86_400;
  const payload = `${snapshotId}:${id}:${Date.now() + seconds * 1000}`;
  setCookie(ctx, nameOf(snapshotId), secrets.sign('reviewer', payload), seconds);
}

function idInCookie(request: IncomingMessage, secrets: Secrets, snapshotId: string): string | null {
  const cookie = readCookie(request.headers.cookie, nameOf(snapshotId));
  const payload = cookie === null ? null : secrets.verify('reviewer', cookie);
  const [ofSnapshot, id, until] = payload?.split(':') ?? [];
  return ofSnapshot === snapshotId && id !== undefined && Number(until) > Date.now() ? id : null;
}

/** Whom of a snapshot's reviewers somebody has proven to be. An account says more than what a browser once opened. */
export async function reviewerOf(
  app: Pick<App, 'db' | 'secrets'>,
  { viewer, request }: Asker,
  snapshotId: string,
): Promise<reviews.NamedRow | null> {
  const byAccount = viewer && (await reviews.namedByAccount(app.db, snapshotId, viewer.userId));
  if (byAccount) return byAccount;
  const id = idInCookie(request, app.secrets, snapshotId);
  return (id !== null && (await reviews.namedById(app.db, snapshotId, id))) || null;
}
