import { getPicture } from '@stagelink/shared/contracts/pictures';

const HASH_LENGTH = 16;

export const shortHash = (sha256: Buffer): string => sha256.toString('hex').slice(0, HASH_LENGTH);

/** Returns the path of a version's picture; null without one. A new picture has a new path. */
export function pictureAddress(id: string, version: number, sha256: Buffer | null): string | null {
  if (sha256 === null) return null;
  const path = getPicture.path.replace(':id', id).replace(':version', String(version));
  return `${path}?hash=${shortHash(sha256)}`;
}
