import type { CommentPolicy } from '@stagelink/shared/contracts/snapshots';

/** A reader or author of comments on one snapshot. */
export interface Commenter {
  isOwner: boolean;
  userId: string | null;
  /** The account's email address is verified. */
  isVerified: boolean;
  /** The reviewer, if they came by the link in a review request. */
  reviewer: { id: string; email: string; name: string } | null;
  /** The name shown to others; null for a visitor. */
  name: string | null;
  /** Hashes of the visitor secrets of this browser on this snapshot. */
  hashes: Buffer[];
  /** Keys of this person in reactions; the first is the one to write. Empty for a browser without a secret. */
  persons: string[];
}

interface CommentAuthor {
  parentId: string | null;
  authorId: string | null;
  /** Set if the author is a reviewer without an account. */
  reviewerEmail: string | null;
  anonymousHash: Buffer | null;
  isPending: boolean;
  pinNumber: number | null;
}

type CommenterIdentity = Pick<Commenter, 'userId' | 'reviewer'>;

/** Key of an account in reactions. */
export const userKey = (userId: string): string => `user:${userId}`;

export const isVisitor = ({ userId, reviewer }: CommenterIdentity): boolean =>
  userId === null && reviewer === null;

/**
 * Returns whether visitor limits apply. They also apply to accounts without a verified address, which are free to
 * create.
 */
export const countsAsVisitor = ({
  isOwner,
  isVerified,
  reviewer,
}: Pick<Commenter, 'isOwner' | 'isVerified' | 'reviewer'>): boolean =>
  !isOwner && !isVerified && reviewer === null;

export const canComment = (policy: CommentPolicy, commenter: CommenterIdentity): boolean =>
  policy !== 'members' || !isVisitor(commenter);

/** Returns whether a new comment needs the owner's approval. */
export const needsApproval = (policy: CommentPolicy, commenter: CommenterIdentity): boolean =>
  policy === 'approval' && isVisitor(commenter);

export function isAuthor(comment: CommentAuthor, { userId, reviewer, hashes }: Commenter): boolean {
  if (comment.authorId !== null) return comment.authorId === userId;
  if (comment.reviewerEmail !== null) return comment.reviewerEmail === reviewer?.email;
  const { anonymousHash } = comment;
  return anonymousHash !== null && hashes.some((hash) => hash.equals(anonymousHash));
}

export const canSee = (comment: CommentAuthor, commenter: Commenter): boolean =>
  !comment.isPending || commenter.isOwner || isAuthor(comment, commenter);

export interface Permissions {
  edit: boolean;
  remove: boolean;
  resolve: boolean;
  reply: boolean;
  approve: boolean;
  repin: boolean;
  react: boolean;
  assign: boolean;
}

export function permissionsFor(
  comment: CommentAuthor,
  commenter: Commenter,
  policy: CommentPolicy,
): Permissions {
  const isThread = comment.parentId === null;
  const isOpen = isThread && !comment.isPending;
  const isTheirs = isAuthor(comment, commenter);
  return {
    // An approved comment must not change without another approval.
    edit:
      isTheirs && canComment(policy, commenter) && (comment.isPending || !needsApproval(policy, commenter)),
    remove: isTheirs || commenter.isOwner,
    resolve: isOpen && commenter.isOwner,
    reply: isOpen && canComment(policy, commenter),
    approve: comment.isPending && commenter.isOwner,
    repin: comment.pinNumber !== null && (isTheirs || commenter.isOwner),
    react: !comment.isPending && canComment(policy, commenter),
    assign: isOpen && commenter.isOwner,
  };
}
