import type { PinCounts } from './folders.ts';

const TROUBLES = [
  ['lost', 'lost'],
  ['doubtful', 'doubtful'],
  ['unknown', 'not checked'],
] as const;

/** What became of open pins, such as “2 of 5 pins lost, 1 doubtful”. */
export function pinSentence(pins: PinCounts): string {
  const all = pins.found + pins.doubtful + pins.lost + pins.unknown;
  const troubles = TROUBLES.filter(([status]) => pins[status] > 0);
  if (troubles.length === 0) return all === 1 ? 'Its pin was found' : `All ${all} pins were found`;
  const ofAll = ` of ${all} ${all === 1 ? 'pin' : 'pins'}`;
  return troubles.map(([status, word], at) => `${pins[status]}${at === 0 ? ofAll : ''} ${word}`).join(', ');
}
