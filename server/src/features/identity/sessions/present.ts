import type { Session } from '@stagelink/shared/contracts/accounts';
import type { SessionRow } from './repo.ts';

export function presentSession(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    userAgent: row.userAgent,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    current: row.id === currentId,
  };
}
