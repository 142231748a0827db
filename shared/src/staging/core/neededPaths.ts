import { escapePath, type IgnoreFile } from './ignoreRules.ts';
import type { NeededPath } from './questions.ts';

const REFERRING = /\.(html?|css|m?js|json|webmanifest|svg)$/i;
/** Lockfiles and configuration, which no page loads, though their endings are those of what pages load. */
const OF_TOOLS =
  /(^|\/)((package(-lock)?|npm-shrinkwrap|composer|lerna|turbo|nx|angular|[jt]sconfig[\w.-]*)\.json|(gulpfile|gruntfile|[\w.-]+\.config)\.[cm]?js)$/i;
/** Databases and folders can be part of a page; keys and settings never are. */
const MAY_BE_NEEDED = /(\.db|\.sqlite\d?|\/)$/i;
const VERSION_HISTORY = /(^|\/)\.(git|hg|svn)\/$/i;

const nameOf = (path: string): string => path.replace(/\/$/, '').replace(/^.*\//, '');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Finds a name as part of an address: in quotes or parentheses, after its folders, before its end or its files. */
function referenceTo(leftOut: string): RegExp {
  const end = leftOut.endsWith('/') ? '/' : '["\'`)?#]';
  return new RegExp(`["'\`(=](?:[\\w.%~@-]{0,200}/){0,20}${escaped(nameOf(leftOut))}${end}`, 'i');
}

/**
 * Returns what is left out although one of the staged pages, styles or scripts refers to it. `read` returns
 * the text of a file, empty for one that is too long or gone.
 */
export async function findNeededPaths(
  staged: readonly string[],
  leftOut: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<NeededPath[]> {
  const candidates = leftOut.filter((path) => MAY_BE_NEEDED.test(path) && !VERSION_HISTORY.test(path));
  const wanted = new Map(candidates.map((path) => [path, referenceTo(path)]));
  const needed: NeededPath[] = [];
  for (const from of staged.filter((path) => REFERRING.test(path) && !OF_TOOLS.test(path))) {
    if (wanted.size === 0) break;
    const text = await read(from);
    for (const [path, reference] of wanted) {
      if (!reference.test(text)) continue;
      needed.push({ path, from });
      wanted.delete(path);
    }
  }
  return needed;
}

/** Returns the rules that bring back what is needed. */
export const bringBack = (needed: readonly NeededPath[]): IgnoreFile => ({
  prefix: '',
  text: needed.map(({ path }) => `!/${escapePath(path)}`).join('\n'),
});
