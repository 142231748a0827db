import type { Program } from '@stagelink/shared/contracts/programs';
import type { Db, Tx } from './db/db.ts';
import { hashSecret, newSecret } from './tokens/secret.ts';

/** What a ticket may be used for. `print` is the account's as it was then: see `accounts/print.ts`. */
export interface Tickets {
  socket: { userId: string; credential: { kind: 'session' | 'token'; id: string } };
  preview: {
    snapshotId: string;
    passwordRevision: number;
    reviewerId: string | null;
    waiting: number | null;
  };
  verify_email: { userId: string; email: string };
  change_email: { userId: string; email: string; print: string };
  /** Of the address a visitor left for replies. */
  confirm_replies: { replyAddressId: string; email: string };
  reset_password: { userId: string; print: string };
  /** An answer of Google that is awaited, from one browser only. */
  google: { browser: string; nonce: string; verifier: string; destination: string };
  /** A code for a program that somebody has allowed to sign in as them. */
  program: {
    userId: string;
    print: string;
    client: Program;
    redirectUri: string;
    codeChallenge: string;
    device: string;
    /** When they last showed who they are. */
    provenAt: string;
  };
}

const ofUser = (db: Db, userId: string) => db('tickets').whereRaw(`grants ->> 'userId' = ?`, [userId]);

/** Makes a ticket that opens one thing, once, soon. Only its hash is kept. */
export async function issue<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  grants: Tickets[P],
  seconds: number,
): Promise<string> {
  const ticket = newSecret();
  await db('tickets').insert({
    token_hash: hashSecret(ticket),
    purpose,
    grants: JSON.stringify(grants),
    expires_at: new Date(Date.now() + seconds * 1000),
  });
  return ticket;
}

/** What a ticket grants, or null when it was used, is too old or never existed. Deleting it and reading it are one statement. */
export async function redeem<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  ticket: string,
): Promise<Tickets[P] | null> {
  const rows: { grants: Tickets[P]; expires_at: Date }[] = await db('tickets')
    .where({ token_hash: hashSecret(ticket), purpose })
    .delete()
    .returning(['grants', 'expires_at']);
  const [row] = rows;
  return row && row.expires_at.getTime() > Date.now() ? row.grants : null;
}

/** What a ticket would grant, without using it up. */
export async function peek<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  ticket: string,
): Promise<Tickets[P] | null> {
  const row: { grants: Tickets[P] } | undefined = await db('tickets')
    .where({ token_hash: hashSecret(ticket), purpose })
    .where('expires_at', '>', db.fn.now())
    .first('grants');
  return row?.grants ?? null;
}

/** What somebody's tickets of one kind would still grant, newest first. */
export async function grantedTo<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  userId: string,
): Promise<Tickets[P][]> {
  const rows: { grants: Tickets[P] }[] = await ofUser(db, userId)
    .where({ purpose })
    .where('expires_at', '>', db.fn.now())
    .orderBy('expires_at', 'desc')
    .select('grants');
  return rows.map(({ grants }) => grants);
}

/** Takes back somebody's tickets of one kind. */
export async function revoke(db: Db, purpose: keyof Tickets, userId: string): Promise<void> {
  await ofUser(db, userId).where({ purpose }).delete();
}

/** Remembers a ticket that somebody else has made, until it has expired. False when it was seen before. */
export async function spend(db: Db, ticket: string, expiresAt: Date): Promise<boolean> {
  const inserted = await db('tickets')
    .insert({ token_hash: hashSecret(ticket), purpose: 'spent', grants: '{}', expires_at: expiresAt })
    .onConflict('token_hash')
    .ignore()
    .returning('token_hash');
  return inserted.length === 1;
}

/** Whatever somebody could still have opened. */
export async function forgetUser(tx: Tx, userId: string): Promise<void> {
  await ofUser(tx, userId).delete();
}

export const removeExpired = (db: Db): Promise<number> =>
  db('tickets').where('expires_at', '<=', db.fn.now()).delete();
