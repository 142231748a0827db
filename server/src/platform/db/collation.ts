import type { Db } from './db.ts';

/** The index that is sorted as people sort. */
const SORTED = 'snapshots_named';
const COLLATION = 'people';

/**
 * Builds the index of names again when another ICU sorts otherwise than the one that it was built with, as after an
 * upgrade of the system. Reading and writing go on meanwhile.
 */
export async function renewSortedNames(db: Db): Promise<void> {
  const { rows } = await db.raw<{ rows: { isOld: boolean }[] }>(
    `select collversion is distinct from pg_collation_actual_version(oid) as "isOld"
     from pg_collation where collname = ? and collprovider = 'i'`,
    [COLLATION],
  );
  if (rows[0]?.isOld !== true) return;
  await db.raw(`reindex index concurrently ${SORTED}`);
  await db.raw(`alter collation ${COLLATION} refresh version`);
}
