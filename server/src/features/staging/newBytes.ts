import { bytes } from '@stagelink/shared/domain/format';
import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { type StagingLimits, withUpgrade } from '../identity/accounts/plan.ts';
import type { App } from '../../platform/context.ts';
import type { Count } from '../../platform/http/rateLimit.ts';

/** The account that sends bytes, with its limits, and the network it sends them from. */
export interface Sender {
  ownerId: string;
  limits: StagingLimits;
  address: string;
}

const ADVICE: Record<StagingLimits['newBytes'], string> = {
  newKilobytesUnverified: 'Confirm your email address in your settings to send more.',
  newKilobytesFree: '',
  newKilobytesPro: '',
  newKilobytesTryOut: 'Sign up to stage.',
};

const kilobytesOf = (size: number) => Math.ceil(size / 1024);

/** Returns what new files take of the limits. An account with Pro has no limit per address. */
function countsOf(
  { config }: Pick<App, 'config'>,
  { ownerId, limits, address }: Sender,
  size: number,
): Count[] {
  const points = kilobytesOf(size);
  const { newBytes } = limits;
  const perDay = (name: RateLimitName) => bytes(config.rateLimits[name].points * 1024);
  const ofAccount: Count = {
    name: newBytes,
    key: ownerId,
    points,
    refusal: (wait) =>
      withUpgrade(
        limits,
        `These files would exceed ${perDay(newBytes)} of new files a day, deleted ones included. Try again in ${wait}. ${ADVICE[newBytes]}`.trim(),
      ),
  };
  const ofAddress: Count = {
    name: 'newKilobytesOfAddress',
    key: address,
    points,
    refusal: (wait) =>
      `These files would exceed the ${perDay('newKilobytesOfAddress')} that may come from your network in a day. Try again in ${wait}.`,
  };
  return newBytes === 'newKilobytesPro' ? [ofAccount] : [ofAddress, ofAccount];
}

type Parts = Pick<App, 'config' | 'rateLimits'>;

/** Throws if these bytes may not be sent now, without counting them. */
export const assertNewBytes = (app: Parts, sender: Sender, size: number): Promise<void> =>
  app.rateLimits.peekAll(countsOf(app, sender, size));

const FILES = {
  newKilobytesUnverified: 'stagedFilesUnverified',
  newKilobytesFree: 'stagedFilesFree',
  newKilobytesPro: 'stagedFilesPro',
  newKilobytesTryOut: 'stagedFilesTryOut',
} as const satisfies Record<StagingLimits['newBytes'], RateLimitName>;

/** Counts the files of a version, also those that are stored already: each is a row, however small it is. */
export async function countFiles(
  { config, rateLimits }: Parts,
  { ownerId, limits }: Pick<Sender, 'ownerId' | 'limits'>,
  files: number,
): Promise<void> {
  const name = FILES[limits.newBytes];
  const { points } = config.rateLimits[name];
  const refusal = (wait: string) =>
    withUpgrade(
      limits,
      `These files would exceed ${points.toLocaleString('en-US')} staged files a day. Try again in ${wait}.`,
    );
  await rateLimits.consumeAll([{ name, key: ownerId, points: files, refusal }]);
}

/** Counts bytes as they are written. Deleting them gives nothing back: they use the disk until the sweep. */
export const countNewBytes = (app: Parts, sender: Sender, size: number): Promise<void> =>
  app.rateLimits.consumeAll(countsOf(app, sender, size));
