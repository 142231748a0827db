import { commonFolder } from '@stagelink/shared/domain/paths';
import { isAlwaysIgnored } from '@stagelink/shared/domain/ignoredPaths';

/** A file of an upload while it arrives. Read it to the end, or not at all, before the next. */
export interface IncomingFile {
  path: string;
  /** Null if unknown in advance. */
  size: number | null;
  body: AsyncIterable<Buffer>;
}

/** Returns whether a path is ignored: secrets, version history, and files that systems add. */
export function isIgnored(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('._') || isAlwaysIgnored(path);
}

/** Removes a common top folder: a zipped folder means its contents. */
export function withoutTopFolder(paths: string[]): string[] {
  const folder = commonFolder(paths);
  return folder === null ? paths : paths.map((path) => path.slice(folder.length + 1));
}
