import type { CommentPolicy } from '@stagelink/shared/contracts/snapshots';

/** Whoever reads or writes comments on one snapshot. */
export interface Speaker {
  isOwner: boolean;
  /** Their account. */
  userId: string | null;
  /** Mail to the account's address reaches them. */
  isVerified: boolean;
  /** Whom the owner asked for a review, when they came by the link in that mail. */
  reviewer: { id: string; email: string; name: string } | null;
  /** What others read beside what they write; null for a visitor. */
  name: string | null;
  /** What the secrets of a visitor's browser hash to on this snapshot. */
  hashes: Buffer[];
}

interface Written {
  parentId: string | null;
  authorId: string | null;
  /** Of an author without an account whom the owner asked for a review. */
  reviewerEmail: string | null;
  anonymousHash: Buffer | null;
  isHeld: boolean;
  pinNumber: number | null;
}

type Known = Pick<Speaker, 'userId' | 'reviewer'>;

/** Whether nobody knows who they are. */
export const isVisitor = ({ userId, reviewer }: Known): boolean => userId === null && reviewer === null;

/** Whether what they write counts against the limits of visitors. An account without a verified address costs nothing. */
export const countsAsVisitor = ({
  isOwner,
  isVerified,
  reviewer,
}: Pick<Speaker, 'isOwner' | 'isVerified' | 'reviewer'>): boolean =>
  !isOwner && !isVerified && reviewer === null;

export const canComment = (policy: CommentPolicy, speaker: Known): boolean =>
  policy !== 'members' || !isVisitor(speaker);

/** Whether what they write waits for the owner's approval. */
export const isHeldBy = (policy: CommentPolicy, speaker: Known): boolean =>
  policy === 'approval' && isVisitor(speaker);

export function isAuthor(comment: Written, { userId, reviewer, hashes }: Speaker): boolean {
  if (comment.authorId !== null) return comment.authorId === userId;
  if (comment.reviewerEmail !== null) return comment.reviewerEmail === reviewer?.email;
  const { anonymousHash } = comment;
  return anonymousHash !== null && hashes.some((hash) => hash.equals(anonymousHash));
}

export const canSee = (comment: Written, speaker: Speaker): boolean =>
  !comment.isHeld || speaker.isOwner || isAuthor(comment, speaker);

export interface Rights {
  edit: boolean;
  remove: boolean;
  resolve: boolean;
  reply: boolean;
  approve: boolean;
  repin: boolean;
}

export function rightsOf(comment: Written, speaker: Speaker, policy: CommentPolicy): Rights {
  const isThread = comment.parentId === null;
  const isOpen = isThread && !comment.isHeld;
  const isTheirs = isAuthor(comment, speaker);
  return {
    // What the owner has read before others do is not changed behind their back.
    edit: isTheirs && canComment(policy, speaker) && (comment.isHeld || !isHeldBy(policy, speaker)),
    remove: isTheirs || speaker.isOwner,
    resolve: isOpen && speaker.isOwner,
    reply: isOpen && canComment(policy, speaker),
    approve: comment.isHeld && speaker.isOwner,
    repin: comment.pinNumber !== null && (isTheirs || speaker.isOwner),
  };
}
