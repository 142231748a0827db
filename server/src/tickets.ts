import type { Db } from './db/db.ts';
import { hashSecret, newSecret } from './tokens/secret.ts';

/** What a ticket may be used for. */
export interface Tickets {
  socket: { userId: string; credential: { kind: 'session' | 'token'; id: string } };
  preview: { snapshotId: string; passwordRevision: number };
}

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
