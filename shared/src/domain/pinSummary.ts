import { count } from './format.ts';

/** Open pins of a snapshot by their pin result on a version; of the unknown ones no page was seen. */
export interface PinCounts {
  found: number;
  doubtful: number;
  lost: number;
  /** Elements that are gone. Missing in records of former releases. */
  removed?: number;
  unknown: number;
}

const UNSURE = [
  ['lost', 'lost'],
  ['removed', 'removed'],
  ['doubtful', 'doubtful'],
  ['unknown', 'not checked'],
] as const;

/** Returns the result of a pin verification, such as “2 of 5 pins lost, 1 doubtful”. */
export function pinSummary(pins: PinCounts): string {
  const { removed = 0 } = pins;
  const counts = { ...pins, removed };
  const all = pins.found + pins.doubtful + pins.lost + removed + pins.unknown;
  const unsure = UNSURE.filter(([status]) => counts[status] > 0);
  if (unsure.length === 0) return all === 1 ? 'Its pin was found' : `All ${all} pins were found`;
  const ofAll = ` of ${count(all, 'pin')}`;
  return unsure.map(([status, word], at) => `${counts[status]}${at === 0 ? ofAll : ''} ${word}`).join(', ');
}
