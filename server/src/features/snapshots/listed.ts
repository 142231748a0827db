import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Placed } from '../../platform/db/keyset.ts';
import { withNames } from './dashboardRepo.ts';
import { type KeptRow, keptRows, type ListedSnapshot, type PageRow } from './listRepo.ts';
import { presentChanging, presentKept, withFiles } from './present.ts';

/** A listed snapshot as JSON. */
export interface ListedText extends Placed {
  json: string;
}

/** A row of which the most is JSON already. */
interface Kept extends Pick<
  KeptRow,
  'passwordSealed' | 'reviewAsked' | 'reviewAnswered' | 'reviewChanges' | 'recentViewers'
> {
  /** An object without its end. */
  json: string;
}

const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Rows by their revision: reading and presenting them costs more than everything else of a list. */
type Memory = LRUCache<string, Kept>;
const memories = new WeakMap<Db, Memory>();

function memoryOf(db: Db): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = new LRUCache({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ json }) => json.length,
  });
  memories.set(db, memory);
  return memory;
}

const keyOf = ({ id, revision }: Pick<KeptRow, 'id' | 'revision'>) => `${id} ${revision}`;

const keep = (row: KeptRow, app: Pick<App, 'config'>): Kept => ({
  passwordSealed: row.passwordSealed,
  reviewAsked: row.reviewAsked,
  reviewAnswered: row.reviewAnswered,
  reviewChanges: row.reviewChanges,
  recentViewers: row.recentViewers,
  json: JSON.stringify(withFiles(presentKept(row, app), row.firstFiles)).slice(0, -1),
});

/** Reads rows that are not remembered. One that changed since the page was read is found by its id. */
async function readMissing(
  app: Pick<App, 'config' | 'db'>,
  memory: Memory,
  missing: PageRow[],
): Promise<Map<string, Kept>> {
  if (missing.length === 0) return new Map();
  const rows = await keptRows(
    app.db,
    missing.map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => {
      const kept = keep(row, app);
      memory.set(keyOf(row), kept);
      return [row.id, kept];
    }),
  );
}

type Shown = Pick<ListedSnapshot, 'id' | 'reviewStatus' | 'following' | 'recentViewers'> & Placed & Kept;

/** Returns the snapshots of a page as JSON; one that was deleted meanwhile is skipped. */
export async function listed(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  rows: PageRow[],
): Promise<ListedText[]> {
  const memory = memoryOf(app.db);
  const known = rows.map((row) => memory.get(keyOf(row)));
  const read = await readMissing(
    app,
    memory,
    rows.filter((_, at) => !known[at]),
  );
  const found = rows.flatMap((row, at) => {
    const kept = known[at] ?? read.get(row.id);
    return kept ? [{ ...row, ...kept }] : [];
  });
  const named = await withNames<Shown>(app.db, found);
  return named.map((row) => ({
    id: row.id,
    sortKey: row.sortKey,
    json: `${row.json},${JSON.stringify(presentChanging(row, app)).slice(1)}`,
  }));
}
