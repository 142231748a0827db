import type { WitnessResult } from './inPage.ts';
import type { WitnessPair } from '../support/locatorFixtures.ts';

/** Tables of what both witnesses find, as `npm test -- unit locator` prints them. */

export type Witness = 'byLocator' | 'byBoth';

export interface Figures {
  answers: number;
  there: number;
  gone: number;
  /** Leads to the element, or reports that it is gone. */
  right: number;
  surelyRight: number;
  doubtfulRight: number;
  lost: number;
  doubtfulElsewhere: number;
  surelyWrong: number;
  goneReported: number;
}

export function figuresOf(results: readonly WitnessResult[], witness: Witness): Figures {
  const count = (is: (one: WitnessResult & { status: string; leadsThere: boolean }) => boolean) =>
    results.filter((one) => is({ ...one, ...one[witness] })).length;
  const isNothing = (status: string) => status === 'lost' || status === 'removed';
  const surelyRight = count(({ isThere, status, leadsThere }) => isThere && leadsThere && status === 'found');
  const doubtfulRight = count(
    ({ isThere, status, leadsThere }) => isThere && leadsThere && status === 'doubtful',
  );
  const goneReported = count(({ isThere, status }) => !isThere && isNothing(status));
  const there = count(({ isThere }) => isThere);
  return {
    answers: results.length,
    there,
    gone: results.length - there,
    right: surelyRight + doubtfulRight + goneReported,
    surelyRight,
    doubtfulRight,
    lost: count(({ isThere, status }) => isThere && isNothing(status)),
    doubtfulElsewhere: count(({ status, leadsThere }) => status === 'doubtful' && !leadsThere),
    surelyWrong: count(({ status, leadsThere }) => status === 'found' && !leadsThere),
    goneReported,
  };
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`;

const HEADS = [
  'answers',
  'right',
  'surely right',
  'doubtful right',
  'lost',
  'doubtful elsewhere',
  'surely wrong',
  'gone: reported',
] as const;

const lineOf = (name: string, cells: readonly string[]) =>
  name.padEnd(32) +
  cells.map((cell, at) => cell.padStart(Math.max(9, (HEADS[at]?.length ?? 0) + 2))).join('');

function row(name: string, results: readonly WitnessResult[], witness: Witness): string {
  const figures = figuresOf(results, witness);
  const { answers, there, gone, right, surelyRight, doubtfulRight, lost } = figures;
  return lineOf(name, [
    String(answers),
    percent(right, answers),
    percent(surelyRight, there),
    percent(doubtfulRight, there),
    percent(lost, there),
    percent(figures.doubtfulElsewhere, answers),
    String(figures.surelyWrong),
    percent(figures.goneReported, gone),
  ]);
}

/** Groups of results with a name, in the order of the table. */
export type Groups = readonly (readonly [name: string, results: readonly WitnessResult[]])[];

/** Returns a table of one set of fixtures: by the locator alone, and by locator and page tree. */
export function tableOf(title: string, groups: Groups): string {
  const rows = groups
    .filter(([, results]) => results.length > 0)
    .flatMap(([name, results]) => [
      row(`${name}: locator alone`, results, 'byLocator'),
      row(`${name}: both witnesses`, results, 'byBoth'),
    ]);
  return [title, lineOf('', HEADS), ...rows, ''].join('\n');
}

const COLUMNS = [
  'difficulty',
  'elements',
  'right',
  'right by the element alone',
  'surely right',
  'not found',
  'wrong, as a guess',
  'surely wrong',
];

function markdownRow(name: string, results: readonly WitnessResult[]): string[] {
  const both = figuresOf(results, 'byBoth');
  const alone = figuresOf(results, 'byLocator');
  return [
    name,
    String(both.answers),
    percent(both.right, both.answers),
    percent(alone.right, alone.answers),
    percent(both.surelyRight, both.there),
    percent(both.lost, both.there),
    percent(both.doubtfulElsewhere, both.answers),
    String(both.surelyWrong),
  ];
}

/** Returns the figures as a table in Markdown, in the words of `docs/pins.md`. */
export function markdownOf(groups: Groups): string {
  const rows = groups
    .filter(([, results]) => results.length > 0)
    .map(([name, results]) => markdownRow(name, results));
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns a line about the time and size of the trees of a set. */
export function costOf(pairs: readonly WitnessPair[]): string {
  const spread = (values: readonly number[], unit: string) =>
    `${median(values).toFixed(0)} ${unit} (at most ${Math.max(...values).toFixed(0)})`;
  return `trees: ${[
    spread(
      pairs.map(({ nodes }) => nodes),
      'elements',
    ),
    spread(
      pairs.map(({ bytes }) => bytes / 1000),
      'kB stored',
    ),
    spread(
      pairs.map(({ milliseconds }) => milliseconds),
      'ms to read and match',
    ),
  ].join(', ')}\n`;
}
