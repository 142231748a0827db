import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { NeededPath } from '../core/questions.ts';

const REFERRING = /\.(html?|css|m?js|json|webmanifest|svg)$/i;
/** Databases and folders can be part of a page; keys and settings never are. */
const MAY_BE_NEEDED = /(\.db|\.sqlite\d?|\/)$/i;
const VERSION_HISTORY = /(^|\/)\.(git|hg|svn)\/$/i;
/** Longer texts are data. */
const READ_BYTES = 4 * 1024 * 1024;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Finds a name as part of an address: in quotes or parentheses, after its folders, before its end or its files. */
function referenceTo(leftOut: string): RegExp {
  const name = path.posix.basename(leftOut);
  const end = leftOut.endsWith('/') ? '/' : '["\'`)?#]';
  return new RegExp(`["'\`(=](?:[\\w.%~@-]{0,200}/){0,20}${escaped(name)}${end}`, 'i');
}

function readText(file: string): string {
  try {
    return statSync(file).size > READ_BYTES ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns what is left out of an output although one of its pages, styles or scripts refers to it. */
export async function findNeededPaths(
  output: string,
  paths: readonly string[],
  leftOut: readonly string[],
): Promise<NeededPath[]> {
  const wanted = new Map(
    leftOut
      .filter((each) => MAY_BE_NEEDED.test(each) && !VERSION_HISTORY.test(each))
      .map((each) => [each, referenceTo(each)]),
  );
  const needed: NeededPath[] = [];
  for (const from of wanted.size === 0 ? [] : paths.filter((each) => REFERRING.test(each))) {
    const text = readText(path.join(output, from));
    for (const [each, reference] of wanted) {
      if (!reference.test(text)) continue;
      needed.push({ path: each, from });
      wanted.delete(each);
    }
    if (wanted.size === 0) break;
    await turn();
  }
  return needed;
}
