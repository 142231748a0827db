import type { Plan, Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { Db, Tx } from '../db/db.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** Null for an account that signs in another way. */
  passwordHash: string | null;
  /** Google's own id of the person. */
  googleSub: string | null;
  role: Role;
  plan: Plan;
  subscriptionStatus: SubscriptionStatus;
  trialEndsAt: Date | null;
  deactivatedAt: Date | null;
  /** Its person has deleted it: it is deactivated for good, and goes as soon as all in it is gone. */
  closedAt: Date | null;
  emailVerifiedAt: Date | null;
  createdAt: Date;
}

const columns = {
  id: 'id',
  email: 'email',
  name: 'name',
  passwordHash: 'password_hash',
  googleSub: 'google_sub',
  role: 'role',
  plan: 'plan',
  subscriptionStatus: 'subscription_status',
  trialEndsAt: 'trial_ends_at',
  deactivatedAt: 'deactivated_at',
  closedAt: 'closed_at',
  emailVerifiedAt: 'email_verified_at',
  createdAt: 'created_at',
} satisfies Record<keyof UserRow, string>;

export const find = (db: Db, id: string): Promise<UserRow | undefined> =>
  db('users').where({ id }).first(columns);

export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db('users').where({ email }).first(columns);

export const findByGoogle = (db: Db, googleSub: string): Promise<UserRow | undefined> =>
  db('users').where({ google_sub: googleSub }).first(columns);

/** The account, held until the transaction ends, so that changes of it happen one after the other. */
export const lock = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx('users').where({ id }).forUpdate().first(columns);

/**
 * Keeps an account from being deleted until the transaction ends. Taken before anything of the account's is held: a
 * deletion takes the account first, and then all of that.
 */
export async function keep(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).forKeyShare().first('id');
}

type NewUser = Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<UserRow, 'googleSub' | 'emailVerifiedAt'>>;

/** False when the address already has an account. */
export async function insert(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db('users')
    .insert({
      id: user.id,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      google_sub: user.googleSub ?? null,
      email_verified_at: user.emailVerifiedAt ?? null,
    })
    .onConflict('email')
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** False when the account has another password by now, or none may sign in to it: a session must not start then. */
export async function noteLogin(
  tx: Tx,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const noted = await tx('users')
    .where({ id })
    .whereNull('deactivated_at')
    .whereRaw('password_hash is not distinct from ?', [passwordHash])
    .update({ last_login_at: tx.fn.now() });
  return noted === 1;
}

export async function rename(db: Db, id: string, name: string): Promise<void> {
  await db('users').where({ id }).update({ name });
}

export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx('users').where({ id }).update({ password_hash: passwordHash });
}

/** The person has shown that mail to the account's address reaches them. */
export async function proveEmail(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).whereNull('email_verified_at').update({ email_verified_at: tx.fn.now() });
}

/** A proven address instead of the old one. Fails when another account has it. */
export async function changeEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx('users').where({ id }).update({ email, email_verified_at: tx.fn.now() });
}

/** False when the account is joined to another Google identity. */
export async function joinGoogle(tx: Tx, id: string, googleSub: string): Promise<boolean> {
  const joined = await tx('users').where({ id }).whereNull('google_sub').update({ google_sub: googleSub });
  return joined === 1;
}

export async function close(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).update({ deactivated_at: tx.fn.now(), closed_at: tx.fn.now() });
}

export const closed = (db: Db): Promise<string[]> =>
  db('users').whereNotNull('closed_at').orderBy('closed_at').pluck('id');

/** The account and, by its foreign keys, everything in it. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).delete();
}
