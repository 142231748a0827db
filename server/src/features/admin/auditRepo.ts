import type { AdminActionType } from '@stagelink/shared/contracts/admin';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/db.ts';

export interface AuditEntry {
  /** Null for an operator on the server’s machine. */
  actorId: string | null;
  /** Copies of names, because an entry outlives what it is about. */
  actor: string;
  action: AdminActionType;
  targetId: string;
  target: string;
  reason: string | null;
}

const columns = {
  actorId: 'actor_id',
  actor: 'actor',
  action: 'action',
  targetId: 'target_id',
  target: 'target',
  reason: 'reason',
} satisfies Record<keyof AuditEntry, string>;

export async function insert(db: Db, entry: AuditEntry): Promise<void> {
  const fields = Object.entries(columns) as [keyof AuditEntry, string][];
  await db('admin_actions').insert({
    id: uuidv7(),
    ...Object.fromEntries(fields.map(([field, column]) => [column, entry[field]])),
  });
}
