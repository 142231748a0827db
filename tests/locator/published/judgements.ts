import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a person decided about elements of a page: where each is in the later version, or that it is gone. */

export const DIFFICULTIES = ['easy', 'repeated', 'reworded', 'moved', 'rebuilt', 'gone'] as const;

export interface Judgement {
  key: string;
  /** Tag and index of the element among all that are written. */
  before: string;
  /** Missing when the thing is gone. */
  after?: string;
  difficulty: (typeof DIFFICULTIES)[number];
  /** Judged because its difficulty is rare, and not drawn at random. */
  isAdded: boolean;
}

const ADDED = '+ ';

function parsed(line: string, name: string): Judgement {
  const isAdded = line.startsWith(ADDED);
  const [key = '', difficulty, before = '', after] = line.replace(ADDED, '').split(/\s*\|\s*/);
  const known = DIFFICULTIES.find((one) => one === difficulty);
  if (!known || (known === 'gone') !== (after === undefined)) throw new Error(`${name}: ${line}`);
  return { key, difficulty: known, before, isAdded, ...(after === undefined ? {} : { after }) };
}

/** Reads `judged/{name}.txt`, one line for each element: `key | difficulty | tag index | tag index`, after `+` when added. */
export function judgementsOf(name: string): Judgement[] {
  const file = path.join(import.meta.dirname, 'judged', `${name}.txt`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const judgements = lines.filter((line) => line.trim() !== '').map((line) => parsed(line.trim(), name));
  if (new Set(judgements.map(({ key }) => key)).size < judgements.length)
    throw new Error(`${name}: a key twice`);
  return judgements;
}
