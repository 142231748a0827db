import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { RATE_LIMITED, UNAVAILABLE } from './copy.ts';
import * as usage from './usageRepo.ts';

interface Caller {
  snapshotId: string;
  ownerId: string;
  person: string;
  /** Null for the owner and reviewers. */
  visitorAddress: string | null;
}

const limited = (retryAfter: number | undefined, cause?: unknown) =>
  new AppError('rate_limited', RATE_LIMITED, { cause, ...(retryAfter !== undefined && { retryAfter }) });

/** Throws unless the tokens of the installation and of the snapshot's owner leave room for a request. */
async function assertTokensLeft({ db, config }: App, ownerId: string): Promise<void> {
  const { aiTokensPerDay: perDay, aiTokensPerOwnerPerMonth: perMonth } = config;
  if ((await usage.tokensToday(db)) >= perDay) throw new AppError('unavailable', UNAVAILABLE);
  if ((await usage.ofMonth(db, ownerId)).tokens >= perMonth) throw limited(undefined);
}

/** Counts a request before it is made. Returns a function that takes the count back after a failure of the model. */
export async function countRequest(
  app: App,
  kind: 'assistantStart' | 'assistantMessage',
  { snapshotId, ownerId, person, visitorAddress }: Caller,
): Promise<() => Promise<void>> {
  await assertTokensLeft(app, ownerId);
  const visitor: [RateLimitName, string][] =
    visitorAddress === null
      ? []
      : [
          ['assistantVisitorAddress', visitorAddress],
          ['assistantVisitors', snapshotId],
        ];
  // A request that is refused to a visitor does not count for the others.
  const counts: [RateLimitName, string][] = [
    ...visitor,
    [kind, `${snapshotId}:${person}`],
    ['assistantSnapshot', snapshotId],
  ];
  for (const [name, key] of counts) {
    try {
      await app.rateLimits.consume(name, key);
    } catch (cause) {
      throw cause instanceof AppError && cause.code === 'rate_limited'
        ? limited(cause.retryAfter, cause)
        : cause;
    }
  }
  return async () => {
    for (const [name, key] of counts) await app.rateLimits.giveBack(name, key);
  };
}
