import { type Stats, statSync } from 'node:fs';

/** Returns what a path leads to; undefined when it does not exist, its links form a loop, or it may not be read. */
export function quietStat(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

export const isFile = (file: string): boolean => quietStat(file)?.isFile() ?? false;
