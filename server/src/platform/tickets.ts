import type { Scope } from '@stagelink/shared/contracts/endpoint';
import type { OAuthClient } from '@stagelink/shared/domain/oauthClients';
import type { Db, Tx } from './db/db.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** What a ticket may be used for. `fingerprint` is the account's credential fingerprint at issue. */
export interface Tickets {
  socket: { userId: string; credential: { kind: 'session' | 'token'; id: string } };
  preview: {
    snapshotId: string;
    passwordRevision: number;
    reviewerId: string | null;
    waiting: number | null;
  };
  verify_email: { userId: string; email: string };
  change_email: { userId: string; email: string; fingerprint: string };
  /** Confirms the address a visitor left for replies. */
  confirm_replies: { replyAddressId: string; email: string };
  reset_password: { userId: string; fingerprint: string };
  /** A pending Google sign-in, bound to one browser. */
  google: { browser: string; nonce: string; verifier: string; destination: string };
  /** An OAuth code for a client that the user has allowed. */
  program: {
    userId: string;
    fingerprint: string;
    client: OAuthClient;
    redirectUri: string;
    codeChallenge: string;
    device: string;
    /** When the user last entered a credential. */
    provenAt: string;
  };
  /** An agent that the user is asked about, in one session. */
  agentRequest: { userId: string; sessionId: string; agent: AgentRequest };
  /** An OAuth code for an agent that the user has allowed. `tokenId`: of the token it will get. */
  agentCode: { userId: string; fingerprint: string; tokenId: string; agent: AgentRequest };
  /** A code that was exchanged. When it comes again, one of the two programs has stolen it. */
  spentAgentCode: { userId: string; tokenId: string };
}

/** Request of an agent that was checked. */
export interface AgentRequest {
  clientId: string;
  name: string;
  /** Where it is from, for people. */
  address: string;
  redirectUri: string;
  codeChallenge: string;
  scopes: Scope[];
  state: string | null;
}

/** Tickets of the previous release call the fingerprint `print`. They live at most a day. */
const read = <P extends keyof Tickets>(grants: Tickets[P] & { print?: string }): Tickets[P] =>
  grants.print === undefined ? grants : { ...grants, fingerprint: grants.print };

const ofUser = (db: Db, userId: string) => db('tickets').whereRaw(`grants ->> 'userId' = ?`, [userId]);

/** Issues a short-lived single-use ticket. Stores only its hash. */
export async function issue<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  grants: Tickets[P],
  seconds: number,
): Promise<string> {
  const ticket = newSecret();
  await keep(db, purpose, { ticket, grants, seconds });
  return ticket;
}

/** Keeps what is known about a ticket that exists. */
export async function keep<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  { ticket, grants, seconds }: { ticket: string; grants: Tickets[P]; seconds: number },
): Promise<void> {
  await db('tickets').insert({
    token_hash: hashSecret(ticket),
    purpose,
    grants: JSON.stringify(grants),
    expires_at: new Date(Date.now() + seconds * 1000),
  });
}

/**
 * Redeems a ticket: returns its content, or null if it was used, has expired or never existed. Reading and deleting are
 * one statement.
 */
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
  return row && row.expires_at.getTime() > Date.now() ? read<P>(row.grants) : null;
}

/** Returns a ticket's content without redeeming it. */
export async function peek<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  ticket: string,
): Promise<Tickets[P] | null> {
  const row: { grants: Tickets[P] } | undefined = await db('tickets')
    .where({ token_hash: hashSecret(ticket), purpose })
    .where('expires_at', '>', db.fn.now())
    .first('grants');
  return row ? read<P>(row.grants) : null;
}

/** Returns the content of a user's valid tickets of one purpose, newest first. */
export async function findByUser<P extends keyof Tickets>(
  db: Db,
  purpose: P,
  userId: string,
): Promise<Tickets[P][]> {
  const rows: { grants: Tickets[P] }[] = await ofUser(db, userId)
    .where({ purpose })
    .where('expires_at', '>', db.fn.now())
    .orderBy('expires_at', 'desc')
    .select('grants');
  return rows.map(({ grants }) => read<P>(grants));
}

/** Deletes a user's tickets of one purpose. */
export async function revoke(db: Db, purpose: keyof Tickets, userId: string): Promise<void> {
  await ofUser(db, userId).where({ purpose }).delete();
}

/** Marks a ticket of a third party as used until it expires. False if it was used before. */
export async function markUsed(db: Db, ticket: string, expiresAt: Date): Promise<boolean> {
  const inserted = await db('tickets')
    .insert({ token_hash: hashSecret(ticket), purpose: 'spent', grants: '{}', expires_at: expiresAt })
    .onConflict('token_hash')
    .ignore()
    .returning('token_hash');
  return inserted.length === 1;
}

/** Deletes all tickets of a user. */
export async function deleteForUser(tx: Tx, userId: string): Promise<void> {
  await ofUser(tx, userId).delete();
}

export const removeExpired = (db: Db): Promise<number> =>
  db('tickets').where('expires_at', '<=', db.fn.now()).delete();
