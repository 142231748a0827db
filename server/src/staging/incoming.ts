import { isNeverStaged } from '@stagelink/shared/contracts/neverStaged';

/** One file of an upload while it arrives. To be read to its end, or not at all, before the next. */
export interface IncomingFile {
  path: string;
  /** Null when it is only known afterwards. */
  size: number | null;
  body: AsyncIterable<Buffer>;
}

/** What lies among a person's files and nobody means to publish: secrets, history, and what systems put beside them. */
export function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('._') || isNeverStaged(path);
}

/** Without the one folder that everything lies in, if there is one: a zipped folder means its contents. */
export function withoutTopFolder(paths: string[]): string[] {
  const top = paths[0]?.slice(0, paths[0].indexOf('/') + 1) ?? '';
  if (top === '' || !paths.every((path) => path.startsWith(top))) return paths;
  return paths.map((path) => path.slice(top.length));
}
