import type { getStats, Stats } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Db } from '../../platform/db/db.ts';
import { history, period, totals } from './statsRepo.ts';

export async function stats(db: Db, query: Parsed<typeof getStats>): Promise<Stats> {
  const [counted, days, figures] = await Promise.all([totals(db), history(db), period(db, query.period)]);
  return { ...counted, history: days, period: figures };
}
