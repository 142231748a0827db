import type { Plan, Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { Db } from '../db/db.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  role: Role;
  plan: Plan;
  subscriptionStatus: SubscriptionStatus;
  trialEndsAt: Date | null;
  deactivatedAt: Date | null;
  emailVerifiedAt: Date | null;
  createdAt: Date;
}

const columns = {
  id: 'id',
  email: 'email',
  name: 'name',
  passwordHash: 'password_hash',
  role: 'role',
  plan: 'plan',
  subscriptionStatus: 'subscription_status',
  trialEndsAt: 'trial_ends_at',
  deactivatedAt: 'deactivated_at',
  emailVerifiedAt: 'email_verified_at',
  createdAt: 'created_at',
} satisfies Record<keyof UserRow, string>;

export const find = (db: Db, id: string): Promise<UserRow | undefined> =>
  db('users').where({ id }).first(columns);

export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db('users').where({ email }).first(columns);

/** False when the address already has an account. */
export async function insert(
  db: Db,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash'>,
): Promise<boolean> {
  const inserted = await db('users')
    .insert({ id: user.id, email: user.email, name: user.name, password_hash: user.passwordHash })
    .onConflict('email')
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

export async function noteLogin(db: Db, id: string): Promise<void> {
  await db('users').where({ id }).update({ last_login_at: db.fn.now() });
}
