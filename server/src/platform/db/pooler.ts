import { openDb, REQUEST_LIMITS } from './db.ts';

/** A value that no role has by default. */
const PROBE = { ...REQUEST_LIMITS, statementMs: 4_711 };
const PROTOCOL_VIOLATION = '08P01';

/**
 * Returns whether a URL leads to a connection pooler, which refuses or drops the settings of a session, instead of to
 * PostgreSQL itself.
 */
export async function leadsToPooler(url: string): Promise<boolean> {
  const db = openDb(url, 1, { limits: PROBE });
  try {
    const { rows } = await db.raw<{ rows: { statement_timeout: string }[] }>('show statement_timeout');
    return rows[0]?.statement_timeout !== `${PROBE.statementMs}ms`;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === PROTOCOL_VIOLATION) return true;
    throw cause;
  } finally {
    await db.destroy();
  }
}
