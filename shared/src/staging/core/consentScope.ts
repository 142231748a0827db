import type { Command } from './events.ts';

const LASTING =
  'You are not asked again while only sources, pages, styles and data change. You are asked again when a script, a setting, a package or a variable changes, and when git moves the folder to other commits (pull, checkout, merge, rebase or reset).';
const ONCE = 'There is more code around this build than can be compared, so you are asked each time.';

/** Says what consent covers; the same in all clients. `isCovered`: see `Command`. */
export const consentScope = (isCovered: boolean): string => (isCovered ? LASTING : ONCE);

/** Whether the fingerprints of these commands cover what they run, so that consent may be stored. */
export const areCovered = (commands: readonly Pick<Command, 'isCovered'>[]): boolean =>
  commands.every(({ isCovered }) => isCovered);

export const fingerprintsOf = (commands: readonly Pick<Command, 'fingerprint'>[]): string[] =>
  commands.map(({ fingerprint }) => fingerprint);
