import type { EmailFrequency } from '@stagelink/shared/contracts/notifications';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DIGEST_HOUR = 8;
/** Older notifications, unsent because no server ran or email was off, are dropped. */
const MAX_AGE_DAYS = 3;

interface Recipient {
  emailVerifiedAt: Date | null;
  deactivatedAt: Date | null;
}

/** Only a verified address gets email. */
export const canMail = ({ emailVerifiedAt, deactivatedAt }: Recipient): boolean =>
  emailVerifiedAt !== null && deactivatedAt === null;

export type DigestFrequency = Extract<EmailFrequency, 'hourly' | 'daily'>;
export const DIGESTS: DigestFrequency[] = ['hourly', 'daily'];

export const isDigest = (frequency: EmailFrequency): frequency is DigestFrequency =>
  DIGESTS.some((digest) => digest === frequency);

/** Returns the oldest creation time that is still emailed. */
export const oldestEmailed = (now: Date): Date => new Date(now.getTime() - MAX_AGE_DAYS * DAY_MS);

/**
 * Returns the period of the digest that is due: up to the last full hour, or the last morning. A late digest has the
 * same content as a punctual one, and a repeated run finds nothing.
 */
export function digestSpan(frequency: DigestFrequency, now: Date): { from: Date; before: Date } {
  const [every, offset] = frequency === 'hourly' ? [HOUR_MS, 0] : [DAY_MS, DIGEST_HOUR * HOUR_MS];
  const before = Math.floor((now.getTime() - offset) / every) * every + offset;
  return { from: oldestEmailed(new Date(before)), before: new Date(before) };
}
