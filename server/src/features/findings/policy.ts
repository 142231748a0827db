import type { Access } from '../access/access.ts';

/** A stranger could otherwise plant findings, or hide them. */
export const mayStore = ({ isOwner, reviewer }: Pick<Access, 'isOwner' | 'reviewer'>): boolean =>
  isOwner || reviewer !== null;
