import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@stagelink/shared/contracts/tokens';

const checksum = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 8);

/** 160 bits and a checksum, so that secret scanners recognize a real token offline. */
export function newAccessToken(): string {
  const body = randomBytes(20).toString('hex');
  return `${TOKEN_PREFIX}${body}${checksum(body)}`;
}

export function isAccessToken(text: string): boolean {
  if (!text.startsWith(TOKEN_PREFIX)) return false;
  const rest = text.slice(TOKEN_PREFIX.length);
  return /^[0-9a-f]{48}$/.test(rest) && checksum(rest.slice(0, 40)) === rest.slice(40);
}
