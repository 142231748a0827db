import { UNCLAIMED_STORED_BYTES } from '@stagelink/shared/contracts/limits';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import * as budget from '../staging/budgetRepo.ts';
import type { App } from '../../platform/context.ts';
import { siteOf } from '../../platform/http/network.ts';
import type { Count } from '../../platform/http/rateLimit.ts';

type Parts = Pick<App, 'config' | 'db' | 'rateLimits'>;

/**
 * Returns what one more takes of a site's share. While less than half is left for all visitors, a site gets one a day:
 * it takes the whole share, so that a flood leaves room for sites that did not try yet.
 */
const shareOf = (points: number, isScarce: boolean): number => (isScarce ? points : 1);

/** Counts a snapshot of a visitor. Returns the counts, to give back when nothing was staged. */
export async function countTryOut({ config, db, rateLimits }: Parts, address: string): Promise<Count[]> {
  const { tryOut, tryOutOfSite } = config.rateLimits;
  const isScarce = (await budget.storedBytes(db, UNCLAIMED_OWNER.id)) > UNCLAIMED_STORED_BYTES / 2;
  const counts: Count[] = [
    {
      name: 'tryOut',
      key: address,
      refusal: (wait) =>
        `You can stage ${tryOut.points} times a day without an account. Sign up to stage more, or try again in ${wait}.`,
    },
    {
      name: 'tryOutOfSite',
      key: siteOf(address),
      points: shareOf(tryOutOfSite.points, isScarce),
      refusal: (wait) =>
        `There is little room for snapshots without an account. Sign up to stage, or try again in ${wait}.`,
    },
  ];
  await rateLimits.consumeAll(counts);
  return counts;
}

/** Counts a copy of the sample prototype; the route counted it for the address. */
export async function countSample({ config, rateLimits }: Parts, address: string): Promise<void> {
  const { trySampleOfSite, trySampleTotal } = config.rateLimits;
  const isScarce = (await rateLimits.used('trySampleTotal', 'all')) > trySampleTotal.points / 2;
  await rateLimits.consumeAll([
    { name: 'trySampleOfSite', key: siteOf(address), points: shareOf(trySampleOfSite.points, isScarce) },
    { name: 'trySampleTotal', key: 'all' },
  ]);
}
