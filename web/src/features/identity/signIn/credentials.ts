import * as api from '@stagelink/shared/contracts/accounts';
import type * as z from 'zod/mini';
import { t } from './copy.ts';

export type Mode = 'login' | 'signup';
export type Field = 'name' | 'email' | 'password';
export type Values = Record<Field, string>;

export interface CredentialsError {
  message: string;
  /** The field to focus; null if none. */
  field: Field | null;
}

const FIELDS: Record<Mode, readonly Field[]> = {
  login: ['email', 'password'],
  signup: ['name', 'email', 'password'],
};

export const isField = (name: unknown): name is Field =>
  name === 'name' || name === 'email' || name === 'password';

/** Passwords are not trimmed; a blank name or address is empty. */
const isEmpty = (field: Field, values: Values) =>
  field === 'password' ? values.password === '' : values[field].trim() === '';

function fromIssue(issue: z.core.$ZodIssue | undefined, fallback: string): CredentialsError {
  const field = issue?.path[0];
  return { message: issue?.message ?? fallback, field: isField(field) ? field : null };
}

/** Validates the form with the server's contract. Returns the first error, or null. */
export function validateCredentials(mode: Mode, values: Values): CredentialsError | null {
  const empty = FIELDS[mode].find((field) => isEmpty(field, values));
  if (empty) {
    return { message: mode === 'login' ? t('enterEmailAndPassword') : t('fillInAllFields'), field: empty };
  }
  const { name, email, password } = values;
  const checked =
    mode === 'login'
      ? api.login.input.safeParse({ email, password })
      : api.register.input.safeParse({ name, email, password });
  const fallback = mode === 'login' ? t('loginFailed') : t('registrationFailed');
  return checked.success ? null : fromIssue(checked.error.issues[0], fallback);
}
