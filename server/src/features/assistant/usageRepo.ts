import type { Db, Tx } from '../../platform/db/db.ts';

/** Tokens of requests to the model. */
export interface Usage {
  tokensIn: number;
  tokensOut: number;
}

/** Adds a request to the account's day. */
export async function add(tx: Tx | Db, ownerId: string, { tokensIn, tokensOut }: Usage): Promise<void> {
  await tx.raw(
    `insert into assistant_usage as u (owner_id, day, tokens_in, tokens_out, calls)
     values (:ownerId, current_date, :tokensIn, :tokensOut, 1)
     on conflict (owner_id, day) do update set tokens_in = u.tokens_in + excluded.tokens_in,
       tokens_out = u.tokens_out + excluded.tokens_out, calls = u.calls + 1`,
    { ownerId, tokensIn, tokensOut },
  );
}

interface Spend {
  calls: number;
  tokens: number;
}

const SUM = `coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(tokens_in + tokens_out), 0)::bigint as tokens`;

/** Returns what conversations on an account's snapshots have used this month. */
export async function ofMonth(db: Db, ownerId: string): Promise<Spend> {
  const { rows } = await db.raw<{ rows: [Spend] }>(
    `select ${SUM} from assistant_usage where owner_id = ? and day >= date_trunc('month', current_date)`,
    [ownerId],
  );
  return rows[0];
}

/** Returns the tokens that all accounts have used today. */
export async function tokensToday(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: [Spend] }>(
    `select ${SUM} from assistant_usage where day = current_date`,
  );
  return rows[0].tokens;
}
