import { ApiError } from '@stagelink/shared/client';
import { Email } from '@stagelink/shared/contracts/accounts';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { REVIEWERS_MAX } from '@stagelink/shared/contracts/limits';
import { sentence } from '../data/sentence.ts';
import { t } from '../words/review.ts';

export interface Reviewer {
  userName: string;
  userEmail: string;
}

/** Why somebody cannot be added; null when they can. */
export function problemWith({ userName, userEmail }: Reviewer, others: readonly Reviewer[]): string | null {
  if (userName.trim() === '' || userEmail.trim() === '') return t('bothNeeded');
  const email = Email.safeParse(userEmail);
  if (!email.success) return email.error.issues[0]?.message ?? t('bothNeeded');
  const same = (other: Reviewer) => other.userEmail.toLowerCase() === userEmail.trim().toLowerCase();
  if (others.some(same)) return t('alreadyAdded');
  return others.length >= REVIEWERS_MAX ? t('tooMany', { count: REVIEWERS_MAX }) : null;
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

/** What a refused request is told as; a reason the specification has no text for speaks for itself. */
export function refusalText(error: unknown): { title: string; message: string } {
  const known = error instanceof ApiError ? TEXTS[error.code] : undefined;
  if (known !== undefined) return { title: known, message: '' };
  return { title: t('failed'), message: sentence(error, '') };
}

/** A day chosen in a calendar ends where the person is. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** As a date field writes a day. */
export const today = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The owner has not verified their own address, which inviting others needs. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'email_unverified';
