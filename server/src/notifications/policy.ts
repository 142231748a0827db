import type { EmailFrequency } from '@stagelink/shared/contracts/notifications';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Daily digests leave at this hour, UTC. */
const DIGEST_HOUR = 8;
/** What has waited longer, because no server ran or its reader wanted no mail then, is old news. */
const REACH_DAYS = 3;

interface Reader {
  emailVerifiedAt: Date | null;
  deactivatedAt: Date | null;
}

/** Only to an address that somebody has proven to be theirs. */
export const canMail = ({ emailVerifiedAt, deactivatedAt }: Reader): boolean =>
  emailVerifiedAt !== null && deactivatedAt === null;

export type DigestFrequency = Extract<EmailFrequency, 'hourly' | 'daily'>;
export const DIGESTS: DigestFrequency[] = ['hourly', 'daily'];

export const isDigest = (frequency: EmailFrequency): frequency is DigestFrequency =>
  DIGESTS.some((digest) => digest === frequency);

/** What was made earlier is not mailed any more. */
export const oldestNews = (now: Date): Date => new Date(now.getTime() - REACH_DAYS * DAY_MS);

/**
 * What the digest that is due now tells of: everything until the last full hour, or the last morning, that no digest
 * has told of yet. So one that is late tells the same as one in time, and one that runs again finds nothing.
 */
export function digestSpan(frequency: DigestFrequency, now: Date): { from: Date; before: Date } {
  const [every, offset] = frequency === 'hourly' ? [HOUR_MS, 0] : [DAY_MS, DIGEST_HOUR * HOUR_MS];
  const before = Math.floor((now.getTime() - offset) / every) * every + offset;
  return { from: oldestNews(new Date(before)), before: new Date(before) };
}
