import type { Plan, Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { UNCLAIMED_OWNER } from './unclaimed.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** Null without a password, for an account that signs in with Google only. */
  passwordHash: string | null;
  /** Google's id of the account. */
  googleSub: string | null;
  role: Role;
  plan: Plan;
  subscriptionStatus: SubscriptionStatus;
  trialEndsAt: Date | null;
  nextBillingAt: Date | null;
  nextBillingCents: number;
  /** When Pro ends, after a cancellation. */
  proEndsAt: Date | null;
  /** Plan of the last subscription; null if there never was one. */
  billingPlan: BillingPlan | null;
  hadTrial: boolean;
  deactivatedAt: Date | null;
  /** Set when the user deletes the account: it is deactivated permanently and removed once its content is. */
  closedAt: Date | null;
  emailVerifiedAt: Date | null;
  /** Null until a browser reports it. */
  timeZone: string | null;
  /** False: it follows the browser. */
  isTimeZoneChosen: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
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
  nextBillingAt: 'next_billing_at',
  nextBillingCents: 'next_billing_cents',
  proEndsAt: 'pro_ends_at',
  billingPlan: 'billing_plan',
  hadTrial: 'had_trial',
  deactivatedAt: 'deactivated_at',
  closedAt: 'closed_at',
  emailVerifiedAt: 'email_verified_at',
  timeZone: 'time_zone',
  isTimeZoneChosen: 'time_zone_chosen',
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
} satisfies Record<keyof UserRow, string>;

export const find = (db: Db, id: string): Promise<UserRow | undefined> =>
  db('users').where({ id }).first(columns);

export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db('users').where({ email }).first(columns);

export const findByGoogle = (db: Db, googleSub: string): Promise<UserRow | undefined> =>
  db('users').where({ google_sub: googleSub }).first(columns);

/** Locks the user row so that changes run one after another. */
export const lockForUpdate = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx('users').where({ id }).forUpdate().first(columns);

/** Locks the user and all active superadmins, in key order, so that none of them can be removed meanwhile. */
export const lockAmongSuperadmins = (tx: Tx, id: string): Promise<UserRow[]> =>
  tx('users')
    .where({ id })
    .orWhere((query) => query.where({ role: 'superadmin', deactivated_at: null }))
    .orderBy('id')
    .forUpdate()
    .select(columns);

export const superadmins = (db: Db): Promise<UserRow[]> =>
  db('users').where({ role: 'superadmin', deactivated_at: null }).orderBy('id').select(columns);

/**
 * Locks the user row `FOR KEY SHARE` so it cannot be deleted. Lock users before their rows (§7.4), as a deletion does.
 */
export async function lockForKeyShare(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).forKeyShare().first('id');
}

type NewUser = Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<UserRow, 'googleSub' | 'emailVerifiedAt' | 'role'>>;

/** Returns false if the address already has an account. */
export async function insert(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db('users')
    .insert({
      id: user.id,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      google_sub: user.googleSub ?? null,
      email_verified_at: user.emailVerifiedAt ?? null,
      role: user.role ?? 'user',
    })
    .onConflict('email')
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Returns false if the password has changed or the account may not sign in; no session may start then. */
export async function noteLogin(
  tx: Tx,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const noted = await tx('users')
    .where({ id })
    .whereNot({ id: UNCLAIMED_OWNER.id })
    .whereNull('deactivated_at')
    .whereRaw('password_hash is not distinct from ?', [passwordHash])
    .update({ last_login_at: tx.fn.now(), last_seen_at: tx.fn.now() });
  return noted === 1;
}

/**
 * Part of a statement that has read the credential `used`: notes that its account is in use. Once an hour is precise
 * enough. A row that is locked is noted by a later request, so that none waits and none can deadlock.
 */
export const NOTE_SEEN = `update users set last_seen_at = now() where id in (
  select u.id from users u join used on used.user_id = u.id
  where u.last_seen_at < now() - interval '1 hour'
  for no key update of u skip locked)`;

/** Makes an account superadmin that the transaction has locked. */
export async function grantSuperadmin(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).update({ role: 'superadmin' });
}

/** The account keeps everything else. */
export async function revokeSuperadmin(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id, role: 'superadmin' }).update({ role: 'user' });
}

export async function deactivate(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).update({ deactivated_at: tx.fn.now() });
}

/** A closed account stays closed. */
export async function activate(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id, closed_at: null }).update({ deactivated_at: null });
}

export async function rename(db: Db, id: string, name: string): Promise<void> {
  await db('users').where({ id }).update({ name });
}

/** Sets a time zone; what a browser reports changes nothing once the person has chosen. */
export async function setTimeZone(
  db: Db,
  id: string,
  { timeZone, isChosen }: { timeZone: string; isChosen: boolean },
): Promise<void> {
  const row = db('users').where({ id });
  if (!isChosen) row.where({ time_zone_chosen: false });
  await row.update({ time_zone: timeZone, time_zone_chosen: isChosen });
}

export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx('users').where({ id }).update({ password_hash: passwordHash });
}

/** Marks the account's address as verified. */
export async function proveEmail(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).whereNull('email_verified_at').update({ email_verified_at: tx.fn.now() });
}

/** Changes to a verified address. Fails if another account has it. */
export async function changeEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx('users').where({ id }).update({ email, email_verified_at: tx.fn.now() });
}

/** Returns false if the account is linked to another Google identity. */
export async function joinGoogle(tx: Tx, id: string, googleSub: string): Promise<boolean> {
  const joined = await tx('users').where({ id }).whereNull('google_sub').update({ google_sub: googleSub });
  return joined === 1;
}

export async function close(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).update({ deactivated_at: tx.fn.now(), closed_at: tx.fn.now() });
}

export const closed = (db: Db): Promise<string[]> =>
  db('users').whereNotNull('closed_at').orderBy('closed_at').pluck('id');

/** Deletes the account and, by foreign keys, all its rows. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('users').where({ id }).delete();
}
