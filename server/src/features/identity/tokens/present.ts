import type { AccessToken } from '@stagelink/shared/contracts/tokens';
import type { TokenRow } from './repo.ts';

export function presentToken(row: TokenRow): AccessToken {
  return {
    id: row.id,
    description: row.description,
    scopes: row.scopes,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    ...(row.agentAddress === null ? {} : { agent: { address: row.agentAddress } }),
  };
}
