import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { bytes } from '@stagelink/shared/domain/format';
import {
  ACCOUNTS_PER_ADDRESS,
  ASSISTANT_TOKENS_PER_DAY,
  type Budget,
  type Cost,
  type CountedBy,
  RATE_LIMITS,
} from '@stagelink/shared/contracts/limits';

const DAY_SECONDS = 24 * 60 * 60;
const COSTS = ['rows', 'bytes', 'mails', 'cpuMs', 'tokens'] as const satisfies (keyof Cost)[];

/** What can be spent in a day, of everything. */
export type DayCost = Record<(typeof COSTS)[number], number>;

const BUDGETS = Object.entries(RATE_LIMITS) as [RateLimitName, Budget][];

const times = (cost: Cost, factor: number): DayCost => {
  const of = (name: keyof Cost) => (cost[name] ?? 0) * factor;
  return {
    rows: of('rows'),
    bytes: of('bytes'),
    mails: of('mails'),
    cpuMs: of('cpuMs'),
    tokens: of('tokens'),
  };
};

const sum = (costs: DayCost[]): DayCost =>
  costs.reduce(
    (total, cost) => ({
      rows: total.rows + cost.rows,
      bytes: total.bytes + cost.bytes,
      mails: total.mails + cost.mails,
      cpuMs: total.cpuMs + cost.cpuMs,
      tokens: total.tokens + cost.tokens,
    }),
    times({}, 0),
  );

const pointsOfDay = (points: number, { seconds }: Budget) => Math.floor((points * DAY_SECONDS) / seconds);

/** Returns what a limit allows to be spent in a day when it is used up all the time. */
export const dayCostOf = (budget: Budget): DayCost => times(budget.cost, pointsOfDay(budget.points, budget));

type Plan = NonNullable<Budget['plan']>;

const costsPer = (per: CountedBy, holds: (budget: Budget) => boolean = () => true): DayCost =>
  sum(BUDGETS.filter(([, budget]) => budget.per === per && holds(budget)).map(([, each]) => dayCostOf(each)));

/** Spends what an account may, beside what its address may. */
const ofAccount = (plan: Plan) =>
  sum([costsPer('account', (each) => (each.plan ?? plan) === plan), costsPer('address')]);

/** Calls of more accounts share the limits of so many, and some limits hold for all accounts of an address together. */
function ofAddressWithAccounts(): DayCost {
  const shared = BUDGETS.filter(([, { per }]) => per === 'address' || per === 'accounts of an address');
  const each = costsPer('account', ({ plan = 'free', cappedBy }) => plan === 'free' && !cappedBy);
  return sum([
    ...shared.map(([, budget]) =>
      times(budget.cost, pointsOfDay(budget.addressPoints ?? budget.points, budget)),
    ),
    times(each, ACCOUNTS_PER_ADDRESS),
  ]);
}

const SUMS: [who: string, cost: DayCost][] = [
  ['One address without an account', costsPer('address')],
  ['One account without a verified address', ofAccount('unverified')],
  ['One account on Free', ofAccount('free')],
  ['One account on Pro', ofAccount('pro')],
  [`One address with ${ACCOUNTS_PER_ADDRESS} accounts on Free`, ofAddressWithAccounts()],
  ['All strangers on one snapshot', costsPer('snapshot')],
  ['All strangers of the whole server, where a total is set', costsPer('installation')],
];

/** Who can spend how much in a day; the model's tokens end at those of the installation. */
export const SPENDERS = SUMS.map(([who, cost]): [string, DayCost] => [
  who,
  { ...cost, tokens: Math.min(cost.tokens, ASSISTANT_TOKENS_PER_DAY) },
]);

const count = (value: number) => (value === 0 ? '–' : Math.ceil(value).toLocaleString('en-US'));

const size = (value: number) => (value === 0 ? '–' : bytes(value, Math.ceil));

const cellsOf = ({ rows, bytes, mails, cpuMs, tokens }: DayCost) => [
  count(rows),
  size(bytes),
  count(mails),
  count(cpuMs / 1000),
  count(tokens),
];

const HEAD = ['Rows', 'Bytes', 'Emails', 'CPU seconds', 'Model tokens'];
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(line).join('\n');

const isSpent = (cost: DayCost) => COSTS.some((name) => cost[name] > 0);

/** Returns the part of `docs/limits.md` about what can be spent in a day, from the server's numbers. */
export function worstCaseTables(): string {
  const spenders = SPENDERS.map(([who, cost]) => [who, ...cellsOf(cost)]);
  const budgets = BUDGETS.map(([name, budget]) => ({ name, budget, cost: dayCostOf(budget) }))
    .filter(({ cost }) => isSpent(cost))
    .map(({ name, budget, cost }) => [
      `\`${name}\``,
      budget.per,
      count(pointsOfDay(budget.points, budget)),
      ...cellsOf(cost),
    ]);
  return [
    '## What can be spent in a day',
    '',
    'By calculation: every limit used up all day with the most expensive request that is known, on one core. The tokens of the model end at `AI_TOKENS_PER_DAY`.',
    '',
    table(['', ...HEAD], spenders),
    '',
    '### Limit by limit',
    '',
    'What one point of a limit costs, times its points in a day. Limits that only narrow another one are left out.',
    '',
    table(['Limit', 'Counts by', 'Points a day', ...HEAD], budgets),
  ].join('\n');
}
