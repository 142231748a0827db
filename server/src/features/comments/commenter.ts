import type { RequestContext } from '../../platform/http/principal.ts';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Actor } from '../replyEmails/queue.ts';
import { type Commenter, userKey } from './policy.ts';
import type { CommentRow } from './repo.ts';
import { hashVisitor, visitorOf } from './visitor.ts';

/** Builds the commenter of a request. `anonymousUserId` is a visitor's secret if the call itself contains it. */
export function commenterFor(
  app: Pick<App, 'secrets'>,
  { snapshot, isOwner, reviewer }: Access,
  { principal, request }: RequestContext,
  anonymousUserId?: string,
): Commenter {
  const secrets = [anonymousUserId, visitorOf(request)].filter((secret) => secret != null);
  const hashes = secrets.map((secret) => hashVisitor(app, snapshot.id, secret));
  const userId = principal?.userId ?? null;
  return {
    isOwner,
    userId,
    isVerified: principal?.isVerified ?? false,
    reviewer,
    name: principal?.name ?? reviewer?.name ?? null,
    hashes,
    persons: [
      ...(userId === null ? [] : [userKey(userId)]),
      ...(reviewer === null ? [] : [`reviewer:${reviewer.email}`]),
      ...hashes.map((hash) => `visitor:${hash.toString('hex')}`),
    ],
  };
}

/** The commenter as the visitor with this hash, too. */
export const withProof = (commenter: Commenter, hash: Buffer | null): Commenter =>
  hash === null ? commenter : { ...commenter, hashes: [...commenter.hashes, hash] };

type AuthorOf = Pick<CommentRow, 'authorId' | 'authorName' | 'anonymousHash'>;

/** Returns the actor as notifications name them. */
export const actorOf = (
  { authorId: userId, authorName: name, anonymousHash }: AuthorOf,
  { isVerified, reviewer }: Commenter,
): Actor => ({
  userId,
  name,
  anonymousHash,
  reviewerEmail: userId === null ? (reviewer?.email ?? null) : null,
  isVerified: isVerified || reviewer !== null,
});
