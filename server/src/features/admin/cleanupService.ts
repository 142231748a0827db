import type { CorruptedUser } from '@stagelink/shared/contracts/admin';
import { Email } from '@stagelink/shared/contracts/accounts';
import { count } from '@stagelink/shared/domain/format';
import { deleteAccount } from '../identity/accounts/deletion.ts';
import { unusedAccountEmail } from '../identity/accounts/emails.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { publishAll } from '../../platform/live/publish.ts';
import { eventsForSuperadmins, logAction } from './audit.ts';
import * as repo from './cleanupRepo.ts';

type Admin = Pick<Principal, 'userId' | 'name'>;

/** Repaired by another call, or by its owner. */
class Repaired extends Error {}

const searchedIn = ({ config, mail }: App): repo.Searched => ({
  hasBilling: config.billing !== null,
  canVerify: mail.canSend,
});

/** Locks the account and checks that the problem is still there and needs the same repair. */
async function confirm(app: App, tx: Tx, { uid, problem, repair }: CorruptedUser): Promise<void> {
  await accounts.lockForUpdate(tx, uid);
  const found = await repo.find(tx, searchedIn(app), uid);
  if (!found.some((each) => each.problem === problem && each.repair === repair)) throw new Repaired();
}

/** The address was never verified, but no other way leads to the person. */
async function warn(app: App, tx: Tx, { uid, email }: CorruptedUser): Promise<void> {
  await repo.noteWarning(tx, uid);
  if (!Email.safeParse(email).success) return;
  const { name } = (await accounts.find(tx, uid)) ?? { name: email };
  await enqueueEmail(app, tx, { to: { name, email }, ...unusedAccountEmail(app.config.appUrl, name) });
}

const note = (tx: Tx, admin: Admin, { uid, email, problem }: CorruptedUser) =>
  logAction(tx, admin, { action: 'user_repaired', target: { id: uid, name: email }, reason: problem });

async function change(app: App, tx: Tx, user: CorruptedUser): Promise<void> {
  const { uid, repair } = user;
  if (repair === 'warn') await warn(app, tx, user);
  if (repair === 'reset_role') await repo.resetRole(tx, uid);
  if (repair === 'reset_plan') await repo.resetPlan(tx, uid);
  const customer = repair === 'read_billing' ? await repo.customerOf(tx, uid) : undefined;
  if (customer) await app.jobs.enqueue(tx, 'apply_billing', { ...customer, isTrialEnding: false });
}

async function repair(app: App, admin: Admin, user: CorruptedUser): Promise<void> {
  if (user.repair === 'delete') {
    await deleteAccount(app, user.uid, async (tx) => {
      await confirm(app, tx, user);
      await logAction(tx, admin, {
        action: 'user_deleted',
        target: { id: user.uid, name: user.email },
        reason: user.problem,
      });
      await publishAll(tx, await eventsForSuperadmins(tx, { type: 'admin_user_deleted', userId: user.uid }));
    });
    return;
  }
  await app.db.transaction(async (tx) => {
    await confirm(app, tx, user);
    await change(app, tx, user);
    await note(tx, admin, user);
  });
}

function messageOf(found: number, repaired: number, isDryRun: boolean): string {
  if (found === 0) return 'No corrupted users were found.';
  const problems = count(found, 'problem');
  return isDryRun ? `${problems} found. Nothing was changed.` : `${problems} found, ${repaired} repaired.`;
}

/** Finds corrupted accounts and repairs them, unless it is a dry run. */
export async function cleanUp(
  app: App,
  admin: Admin,
  { dryRun }: { dryRun: boolean },
): Promise<{ ok: true; message: string; problems: CorruptedUser[]; repaired: number }> {
  const problems = await repo.find(app.db, searchedIn(app));
  let repaired = 0;
  for (const user of dryRun ? [] : problems) {
    if (user.repair === 'none' || user.repair === 'wait') continue;
    try {
      await repair(app, admin, user);
      repaired += 1;
    } catch (cause) {
      if (!(cause instanceof Repaired)) throw cause;
    }
  }
  return { ok: true, message: messageOf(problems.length, repaired, dryRun), problems, repaired };
}
