import { createHash } from 'node:crypto';
import type { UserRow } from './repo.ts';

/** Changes when the email or password changes, which invalidates emailed links that contain it. */
export const credentialFingerprint = ({
  email,
  passwordHash,
}: Pick<UserRow, 'email' | 'passwordHash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([email, passwordHash]))
    .digest('base64url');
