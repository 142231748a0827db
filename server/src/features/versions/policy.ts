import type { Access } from '../access/access.ts';
import type { VersionRow } from './repo.ts';

/** Only the owner may see a draft. */
export const canSee = ({ isOwner }: Pick<Access, 'isOwner'>, { publishedAt }: VersionRow): boolean =>
  isOwner || publishedAt !== null;

/** A published version stays, so that comments and reviews on it remain valid. */
export const canDiscard = ({ publishedAt }: VersionRow): boolean => publishedAt === null;
