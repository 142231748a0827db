import type { EmailFrequency } from '@stagelink/shared/contracts/notifications';
import { isTimeZone, lastTimeAt } from '@stagelink/shared/domain/timeZones';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** On the clock of the recipient. */
const DIGEST_HOUR = 8;
const UTC = 'UTC';
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

const lastHour = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);

const lastMorning = (timeZone: string | null, now: Date): Date =>
  lastTimeAt(DIGEST_HOUR, timeZone !== null && isTimeZone(timeZone) ? timeZone : UTC, now);

/**
 * Returns the period of the digest that is due: up to the last full hour, or the last morning of the recipient. A late
 * digest has the same content as a punctual one, and a repeated run finds nothing.
 */
export function digestSpan(
  frequency: DigestFrequency,
  timeZone: string | null,
  now: Date,
): { from: Date; before: Date } {
  const before = frequency === 'hourly' ? lastHour(now) : lastMorning(timeZone, now);
  return { from: oldestEmailed(before), before };
}
