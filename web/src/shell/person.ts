import type { User } from '@stagelink/shared/contracts/accounts';

/** Whose bar and sidebar these are. What only the server knows may be missing where it could not be asked yet. */
export type Person = Pick<User, 'name' | 'email'> & Partial<Pick<User, 'role' | 'subscriptionDisplay'>>;
