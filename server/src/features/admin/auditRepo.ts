import type { AdminActionType, AuditEntry, listAuditLog } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/db.ts';
import { containing, countRows, type ListPlace, type Placed, takePage } from '../../platform/db/keyset.ts';

export interface AuditRow extends Omit<AuditEntry, 'createdAt'> {
  action: AdminActionType;
  createdAt: Date;
}

const columns = {
  id: 'id',
  actorId: 'actor_id',
  actor: 'actor',
  action: 'action',
  targetId: 'target_id',
  target: 'target',
  reason: 'reason',
  createdAt: 'created_at',
} satisfies Record<keyof AuditRow, string>;

export async function insert(db: Db, entry: Omit<AuditRow, 'id' | 'createdAt'>): Promise<void> {
  await db('admin_actions').insert({
    id: uuidv7(),
    actor_id: entry.actorId,
    actor: entry.actor,
    action: entry.action,
    target_id: entry.targetId,
    target: entry.target,
    reason: entry.reason,
  });
}

type AuditFilter = Pick<Parsed<typeof listAuditLog>, 'q' | 'action'>;

function matching(db: Db, { q, action }: AuditFilter) {
  const entries = db('admin_actions');
  if (q !== '') {
    const like = containing(q);
    entries.whereRaw('(actor ilike :like or target ilike :like or reason ilike :like or target_id = :q)', {
      like,
      q,
    });
  }
  if (action !== undefined) entries.where({ action });
  return entries;
}

/** Newest first. */
export function page(
  db: Db,
  filter: AuditFilter & { limit: number },
  place: ListPlace | null,
): Promise<(AuditRow & Placed)[]> {
  const rows = matching(db, filter).select({ ...columns, sortKey: db.raw('created_at::text') });
  const key = { column: 'created_at', type: 'timestamptz' } as const;
  takePage(rows, { key, id: 'id', order: 'desc', place, limit: filter.limit });
  return rows;
}

export const count = (db: Db, filter: AuditFilter): Promise<number> => countRows(db, matching(db, filter));
