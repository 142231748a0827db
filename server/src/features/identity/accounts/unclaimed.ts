/**
 * The account that owns unclaimed snapshots; created with the first. It cannot sign in: its email is no address,
 * it has no password, and `noteLogin` rejects it.
 */
export const UNCLAIMED_OWNER = {
  id: '00000000-0000-7000-8000-000000000001',
  email: 'unclaimed',
  name: '',
  passwordHash: null,
} as const;

export const isUnclaimed = (ownerId: string): boolean => ownerId === UNCLAIMED_OWNER.id;
