import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import { mentioned } from '../comments/mentions.ts';
import type { Tx } from '../db/db.ts';
import * as queue from './queueRepo.ts';
import * as repo from './repo.ts';

/** Who wrote or resolved something. */
export interface Actor {
  userId: string | null;
  name: string;
  anonymousHash: Buffer | null;
  /** Of a reviewer without an account. */
  reviewerEmail: string | null;
  /** They have proven an address. */
  isVerified: boolean;
}

interface Happened {
  kind: 'reply' | 'resolved';
  snapshotId: string;
  threadId: string;
  comment: { id: string; text: string };
  by: Actor;
  /** Accounts that are notified of it. */
  told: string[];
}

/** Who has proven no address causes no mail: a visitor without one, or an account that is not verified. */
async function ownAddress(tx: Tx, { snapshotId, by }: Happened): Promise<{ email: string | null } | null> {
  if (by.isVerified) return { email: by.reviewerEmail };
  if (by.userId !== null || by.anonymousHash === null) return null;
  const left = await repo.find(tx, snapshotId, [by.anonymousHash]);
  return left?.confirmedAt ? { email: left.email } : null;
}

/** Queues mails to people without an account who wrote in the thread or are mentioned: each address once. */
export async function queueReplyMails(app: Pick<App, 'mail'>, tx: Tx, happened: Happened): Promise<void> {
  if (!app.mail.canSend) return;
  const actor = await ownAddress(tx, happened);
  if (!actor) return;
  const { kind, snapshotId, threadId, comment, by, told } = happened;
  const userIds = by.userId === null ? told : [...told, by.userId];
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
