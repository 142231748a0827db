import { enforcedLimitsOf, withUpgrade } from '../identity/accounts/plan.ts';
import type { UserRow } from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Count } from '../../platform/http/rateLimit.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config'>;

/** Counts the strangers, not the requests: one request emails many. */
function countOfStrangers({ config }: Parts, owner: UserRow, strangers: number): Count {
  const limits = enforcedLimitsOf(config, owner);
  const name = limits.upgradeUrl === null ? 'strangersPro' : 'strangersFree';
  const { points } = config.rateLimits[name];
  return {
    name,
    key: owner.id,
    points: strangers,
    field: 'reviewers',
    refusal: (wait) =>
      withUpgrade(
        limits,
        `You can email ${points} people a day who have no account and never answered you. Ask fewer, or try again in ${wait}.`,
      ),
  };
}

/** Returns what emails from an owner to these reviewers take of the limits. */
export async function mailCounts(app: Parts, tx: Tx, owner: UserRow, emails: string[]): Promise<Count[]> {
  const strangers = await repo.countStrangers(tx, owner.id, emails);
  return [
    ...emails.map((email, at) => ({
      name: 'reviewToAddress' as const,
      key: email,
      field: `reviewers.${at}.userEmail`,
      refusal: () => `${email} was asked for too many reviews today. Try again tomorrow.`,
    })),
    ...(strangers > 0 ? [countOfStrangers(app, owner, strangers)] : []),
  ];
}
