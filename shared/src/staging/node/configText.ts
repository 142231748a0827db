import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns JavaScript without its comments, as far as configuration files need it. */
export const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|[\s,;{(])\/\/.*$/gm, '$1');

/** Returns the names in a folder that match; none when there is no folder. */
export const namesIn = (folder: string, names: RegExp): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => names.test(name)) : [];

/** Returns the matching files of a folder as one text, without comments. */
export const textOf = (folder: string, names: RegExp): string =>
  namesIn(folder, names)
    .map((name) => withoutComments(readFileSync(path.join(folder, name), 'utf8')))
    .join('\n');
