import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import { mentioned } from '../comments/mentions.ts';
import type { Tx } from '../../platform/db/db.ts';
import * as queue from './queueRepo.ts';
import * as repo from './repo.ts';

/** The author of a comment or resolution. */
export interface Actor {
  userId: string | null;
  name: string;
  anonymousHash: Buffer | null;
  /** Set for a reviewer without an account. */
  reviewerEmail: string | null;
  /** Has verified an address. */
  isVerified: boolean;
}

interface ThreadActivity {
  kind: 'reply' | 'resolved';
  snapshotId: string;
  threadId: string;
  comment: { id: string; text: string };
  by: Actor;
  /** Users who are notified of it. */
  notifiedUserIds: string[];
}

/**
 * Returns the actor's address, or null if they have not verified one: a visitor without one or an unverified account
 * causes no email.
 */
async function ownAddress(
  tx: Tx,
  { snapshotId, by }: ThreadActivity,
): Promise<{ email: string | null } | null> {
  if (by.isVerified) return { email: by.reviewerEmail };
  if (by.userId !== null || by.anonymousHash === null) return null;
  const left = await repo.find(tx, snapshotId, [by.anonymousHash]);
  return left?.confirmedAt ? { email: left.email } : null;
}

/** Queues emails to people without an account who commented in the thread or are mentioned: each address once. */
export async function queueReplyMails(
  app: Pick<App, 'mail'>,
  tx: Tx,
  happened: ThreadActivity,
): Promise<void> {
  if (!app.mail.canSend) return;
  const actor = await ownAddress(tx, happened);
  if (!actor) return;
  const { kind, snapshotId, threadId, comment, by, notifiedUserIds } = happened;
  const userIds = by.userId === null ? notifiedUserIds : [...notifiedUserIds, by.userId];
  const found = await queue.candidates(tx, { snapshotId, threadId, userIds });
  const others = found.filter(({ email }) => email !== actor.email);
  const called = new Set(kind === 'reply' ? mentioned(comment.text, others) : []);
  const recipients = [...called, ...others.filter((one) => one.isInThread)];
  const byEmail = new Map(recipients.toReversed().map((one) => [one.email, one]));
  await queue.insert(
    tx,
    [...byEmail.values()].map((one) => ({
      id: uuidv7(),
      snapshotId,
      commentId: comment.id,
      kind: called.has(one) ? ('mention' as const) : kind,
      byName: by.name,
      reviewerId: one.reviewerId,
      replyAddressId: one.replyAddressId,
    })),
  );
}

interface AssignmentActivity extends Pick<ThreadActivity, 'snapshotId' | 'by'> {
  commentId: string;
  reviewerId: string;
}

/** Queues an email about a new assignment to a reviewer without an account. */
export async function queueAssignmentMail(
  app: Pick<App, 'mail'>,
  tx: Tx,
  { by, ...assigned }: AssignmentActivity,
): Promise<void> {
  if (!app.mail.canSend || !by.isVerified) return;
  const row = { ...assigned, id: uuidv7(), kind: 'assigned' as const, byName: by.name, replyAddressId: null };
  await queue.insert(tx, [row]);
}
