import { callbackify } from 'node:util';
import type { Client, QueryConfig, QueryResult } from 'pg';

type Done = (cause: NodeJS.ErrnoException | null, result: QueryResult) => void;
type Send = (query: QueryConfig) => Promise<QueryResult>;

/** As Knex begins a transaction, with or without an isolation level. */
const BEGIN = /^begin\b[^;]*/i;

/** A name would belong to the session in which it was prepared. */
const withoutName = ({ text, values }: QueryConfig): QueryConfig => ({ text, ...(values && { values }) });

async function inOwnTransaction(send: Send, begin: string, query: QueryConfig): Promise<QueryResult> {
  await send({ text: begin });
  try {
    const result = await send(query);
    await send({ text: 'commit' });
    return result;
  } catch (cause) {
    // The statement's error is the one to report; a connection that cannot roll back is discarded.
    await send({ text: 'rollback' }).catch(() => undefined);
    throw cause;
  }
}

/**
 * Makes a connection safe behind a pooler, which gives each transaction another session of PostgreSQL: settings are
 * made in each transaction, also around a single statement, and no statement is prepared by name.
 */
export function setUpEachTransaction(client: Client, settings: readonly string[]): void {
  const send = client.query.bind(client) as Send;
  const setUp = settings.map((setting) => `set local ${setting}`).join('; ');
  const run = (query: QueryConfig): Promise<QueryResult> => {
    const begin = BEGIN.exec(query.text)?.[0];
    if (begin !== undefined) return send({ text: `${begin}; ${setUp}` });
    if (client.getTransactionStatus() !== 'I') return send(withoutName(query));
    return inOwnTransaction(send, `begin; ${setUp}`, withoutName(query));
  };
  const runWithCallback = callbackify(run);
  const query = (given: QueryConfig | string, done?: Done): Promise<QueryResult> | void => {
    const config = typeof given === 'string' ? { text: given } : given;
    return done === undefined ? run(config) : runWithCallback(config, done);
  };
  Object.assign(client, { query });
}
