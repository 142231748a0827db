import type { User } from '@stagelink/shared/contracts/accounts';

/** The signed-in user for bar and sidebar. Fields the companion cannot know offline are optional. */
export type Person = Pick<User, 'name' | 'email'> & Partial<Pick<User, 'role' | 'subscriptionDisplay'>>;
