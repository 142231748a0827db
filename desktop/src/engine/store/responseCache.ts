import type { Database } from 'better-sqlite3';
import type { CachedAnswer } from '../../protocol/engine.ts';

/** Limit for all accounts together; the oldest are deleted first. */
export const ANSWERS_BYTES = 24 * 1024 * 1024;
/** Larger responses are not lists and not worth the space. */
export const ANSWER_BYTES = 4 * 1024 * 1024;

/** Responses that a window shows while it loads. */
export interface AnswerTable {
  get: (accountId: string, path: string) => CachedAnswer | null;
  put: (accountId: string, path: string, text: string, at: number) => void;
  forget: (accountId: string) => void;
}

export function answerTable(database: Database): AnswerTable {
  const one = database.prepare<[string, string], CachedAnswer>(
    'select text, stored_at as storedAt from answers where account_id = ? and path = ?',
  );
  const put = database.prepare<[string, string, string, number, number]>(
    'insert or replace into answers values (?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[string, string]>('delete from answers where account_id = ? and path = ?');
  const forget = database.prepare<[string]>('delete from answers where account_id = ?');
  const prune = database.prepare<[number]>(
    `delete from answers where rowid in (
       select rowid from (select rowid, sum(bytes) over (order by stored_at desc, rowid desc) as kept from answers)
       where kept > ?)`,
  );
  return {
    get: (accountId, path) => one.get(accountId, path) ?? null,
    put: database.transaction((accountId: string, path: string, text: string, at: number) => {
      const bytes = Buffer.byteLength(text);
      if (bytes > ANSWER_BYTES) {
        // The stored response is older than the current one and must not come back.
        remove.run(accountId, path);
        return;
      }
      put.run(accountId, path, text, bytes, at);
      prune.run(ANSWERS_BYTES);
    }),
    forget: (accountId) => void forget.run(accountId),
  };
}
