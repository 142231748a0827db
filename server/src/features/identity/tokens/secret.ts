import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@stagelink/shared/contracts/tokens';

/** Another prefix: a server of the former release would accept one of its own tokens everywhere. */
const AGENT_TOKEN_PREFIX = 'stl_mcp_';

const checksum = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 8);

/** 160 bits and a checksum, so that secret scanners recognize a real token offline. */
function newToken(prefix: string): string {
  const body = randomBytes(20).toString('hex');
  return `${prefix}${body}${checksum(body)}`;
}

function isToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const rest = text.slice(prefix.length);
  return /^[0-9a-f]{48}$/.test(rest) && checksum(rest.slice(0, 40)) === rest.slice(40);
}

export const newAccessToken = (): string => newToken(TOKEN_PREFIX);
export const isAccessToken = (text: string): boolean => isToken(TOKEN_PREFIX, text);

export const newAgentToken = (): string => newToken(AGENT_TOKEN_PREFIX);
export const isAgentToken = (text: string): boolean => isToken(AGENT_TOKEN_PREFIX, text);
