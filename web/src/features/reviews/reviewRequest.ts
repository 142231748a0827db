import { ApiError } from '@stagelink/shared/client/call';
import { Email } from '@stagelink/shared/contracts/accounts';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { REVIEWERS_MAX } from '@stagelink/shared/contracts/limits';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { FormError } from '../../lib/useFormSubmit.ts';
import { t } from './copy.ts';

export interface Reviewer {
  userName: string;
  userEmail: string;
}

/** Returns why a reviewer cannot be added, and the field to correct; or null. */
export function problemWith(
  { userName, userEmail }: Reviewer,
  others: readonly Reviewer[],
): FormError | null {
  if (userName.trim() === '') return { message: t('bothNeeded'), field: 'userName' };
  const wrongEmail = (message: string): FormError => ({ message, field: 'userEmail' });
  if (userEmail.trim() === '') return wrongEmail(t('bothNeeded'));
  const email = Email.safeParse(userEmail);
  if (!email.success) return wrongEmail(email.error.issues[0]?.message ?? t('bothNeeded'));
  const same = (other: Reviewer) => other.userEmail.toLowerCase() === userEmail.trim().toLowerCase();
  if (others.some(same)) return wrongEmail(t('alreadyAdded'));
  if (others.length < REVIEWERS_MAX) return null;
  return { message: t('tooMany', { count: REVIEWERS_MAX }), field: 'userName' };
}

const TEXTS: Partial<Record<ErrorCode, string>> = {
  not_found: t('gone'),
  gone: t('expired'),
  method_not_allowed: t('noEndpoint'),
  unauthenticated: t('unauthenticated'),
  forbidden: t('forbidden'),
  internal: t('serverError'),
  unavailable: t('serverError'),
};

/** Returns the specified text of a failed request, or else the server's message. */
export function requestErrorText(error: unknown): { title: string; message: string } {
  const known = error instanceof ApiError ? TEXTS[error.code] : undefined;
  if (known !== undefined) return { title: known, message: '' };
  return { title: t('failed'), message: errorMessage(error, '') };
}

/** Returns the end of the day in the user's time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** Formats a day for a date field. */
export const today = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** Inviting people needs a verified email address. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'email_unverified';
