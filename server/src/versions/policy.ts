import type { Access } from '../access/access.ts';
import type { VersionRow } from './repo.ts';

/** A version that waits is its owner's secret. */
export const canSee = ({ isOwner }: Pick<Access, 'isOwner'>, { publishedAt }: VersionRow): boolean =>
  isOwner || publishedAt !== null;

/** What was shown once stays, so that everything said about it stays true. */
export const canDiscard = ({ publishedAt }: VersionRow): boolean => publishedAt === null;
