import { createHash } from 'node:crypto';
import type { UserRow } from './repo.ts';

/** Changes with the account's address and password: a mailed link that carries it dies with what it was made for. */
export const printOf = ({ email, passwordHash }: Pick<UserRow, 'email' | 'passwordHash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([email, passwordHash]))
    .digest('base64url');
