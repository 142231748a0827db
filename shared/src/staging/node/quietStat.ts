import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';

/** Returns what a path leads to; undefined when it does not exist, its links form a loop, or it may not be read. */
export function quietStat(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

export const isFile = (file: string): boolean => quietStat(file)?.isFile() ?? false;

/** Returns what is in a folder; nothing for one that does not exist or may not be read. */
export function quietEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
