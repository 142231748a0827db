import { splinters } from './graph.ts';
import type { Source } from './imports.ts';
import { headlessComments, ownForms, privateMembers, quotedStyles, unsafeCalls } from './patterns.ts';

interface Ceiling {
  rule: string;
  offendersOf: (sources: readonly Source[]) => string[];
  /** How many there may be. Lower it when some are gone; it never rises. */
  most: number;
}

const CEILINGS: readonly Ceiling[] = [
  { rule: 'calls that need TLS', offendersOf: unsafeCalls, most: 0 },
  { rule: '“private” members', offendersOf: privateMembers, most: 0 },
  { rule: 'quoted names of styles', offendersOf: quotedStyles, most: 0 },
  { rule: 'comments without a subject', offendersOf: headlessComments, most: 0 },
  { rule: 'forms with a way of their own', offendersOf: ownForms, most: 0 },
  { rule: 'small files used once', offendersOf: splinters, most: 91 },
];

/** Returns the offenders of each rule that has more than its ceiling, and how far each ceiling can fall. */
export function overCeilings(
  sources: readonly Source[],
  ceilings = CEILINGS,
): { broken: string[]; notes: string[] } {
  const broken: string[] = [];
  const notes: string[] = [];
  for (const { rule, offendersOf, most } of ceilings) {
    const offenders = offendersOf(sources);
    if (offenders.length > most)
      broken.push(...offenders, `${rule}: ${offenders.length}, of which ${most} are allowed.`);
    else if (most > 0) notes.push(`${rule}: ${offenders.length}, at most ${most}`);
  }
  return { broken, notes };
}
