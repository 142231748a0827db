import type { Db } from '../platform/db/db.ts';

const CONTROL = /^(begin|commit|rollback)\b/i;
/** The listener of the live channel checks its connection meanwhile. */
const HEARTBEAT = 'select pg_notify($1, $2)';

/** Returns the statements that run meanwhile, but for those around a transaction and of the listener. */
export async function statementsOf(pools: readonly Db[], action: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => {
    if (!CONTROL.test(sql) && sql !== HEARTBEAT) statements.push(sql);
  };
  for (const db of pools) db.on('query', note);
  await action();
  for (const db of pools) db.off('query', note);
  return statements;
}
