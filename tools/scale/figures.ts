import { loadavg } from 'node:os';
import { print, row } from '../bench/support/report.ts';

let over = 0;

/** How many figures have missed their bar. */
export const missedBars = (): number => over;

interface Figure {
  name: string;
  value: number;
  most: number;
  unit?: string;
  detail?: string;
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 1 : 0);

/** Prints a figure with the most that it may be, and remembers when it is more. */
export function figure({ name, value, most, unit = '', detail = '' }: Figure): void {
  const isOver = !(value <= most);
  if (isOver) over += 1;
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  const suffix = unit === '' ? '' : ` ${unit}`;
  row(
    name,
    shown(value) + suffix,
    `≤ ${most}`,
    [isOver ? 'OVER' : '', detail, load].filter(Boolean).join('; '),
  );
}

/** Prints what failed, in a few lines. */
export function printFailures(failures: readonly string[]): void {
  for (const failure of failures.slice(0, 5)) print(`    ${failure.split('\n')[0]}`);
  if (failures.length > 5) print(`    … ${failures.length - 5} more`);
}
