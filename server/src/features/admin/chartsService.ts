import type { Charts } from '@stagelink/shared/contracts/admin';
import type { Db } from '../../platform/db/db.ts';
import { series } from './chartsRepo.ts';
import { totals } from './statsRepo.ts';

const shareOf = (part: number, rest: number) => (part + rest === 0 ? null : part / (part + rest));

export async function charts(db: Db): Promise<Charts> {
  const [figures, { subscriptions }] = await Promise.all([series(db), totals(db)]);
  const { active, trial, cancelled } = subscriptions;
  return { ...figures, conversion: shareOf(active, trial), churn: shareOf(cancelled, active) };
}
