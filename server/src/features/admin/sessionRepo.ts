import { ACTIVE_SESSION_MINUTES } from '@stagelink/shared/contracts/limits';
import type { Db } from '../../platform/db/db.ts';
import { countRows, type ListPlace, type Placed, takePage } from '../../platform/db/keyset.ts';

export interface AdminSessionRow {
  id: string;
  uid: string;
  name: string;
  email: string;
  userAgent: string;
  lastUsedAt: Date;
}

const active = (db: Db) =>
  db('sessions as s')
    .join('users as u', 'u.id', 's.user_id')
    .whereRaw('u.closed_at is null and s.expires_at > now()')
    .whereRaw('s.last_used_at > now() - make_interval(mins => ?)', [ACTIVE_SESSION_MINUTES]);

/** Last used first. */
export function page(db: Db, limit: number, place: ListPlace | null): Promise<(AdminSessionRow & Placed)[]> {
  const rows = active(db).select({
    id: 's.id',
    uid: 'u.id',
    name: 'u.name',
    email: 'u.email',
    userAgent: 's.user_agent',
    lastUsedAt: 's.last_used_at',
    sortKey: db.raw('s.last_used_at::text'),
  });
  const key = { column: 's.last_used_at', type: 'timestamptz' } as const;
  takePage(rows, { key, id: 's.id', order: 'desc', place, limit });
  return rows;
}

export const count = (db: Db): Promise<number> => countRows(db, active(db));
