import type { Role } from '@stagelink/shared/contracts/accounts';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';

/** Who is calling, once a session or an access token has proven it. */
export interface Viewer {
  userId: string;
  name: string;
  role: Role;
  /** Mail to the account's address reaches this person. */
  isVerified: boolean;
  /** How it was proven; ended by logout. */
  credential: { kind: 'session' | 'token'; id: string };
  scopes: readonly Scope[];
}

export const ALL_SCOPES: readonly Scope[] = SCOPES;
