import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** The rules of one `.gitignore`. */
interface Rules {
  folder: string;
  matcher: Ignore;
}

/** What holds in a folder: the rules from its repository's folder down to its own, or that it is ignored. */
interface FolderRules {
  rules: readonly Rules[];
  isIgnored: boolean;
}

/** Answers whether git ignores a file, from the `.gitignore` files of its folders up to the repository's. */
export class GitIgnores {
  readonly #folders = new Map<string, FolderRules>();

  /** A file in an ignored folder is ignored. */
  ignores(file: string, isFolder: boolean): boolean {
    if (isFolder) return this.#inFolder(file).isIgnored;
    const { rules, isIgnored } = this.#inFolder(path.dirname(file));
    return isIgnored || matches(rules, file);
  }

  #inFolder(folder: string): FolderRules {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const parent = path.dirname(folder);
    const isTop = parent === folder || existsSync(path.join(folder, '.git'));
    const above: FolderRules = isTop ? { rules: [], isIgnored: false } : this.#inFolder(parent);
    const own = readRules(folder);
    const found = {
      rules: own === null ? above.rules : [...above.rules, own],
      isIgnored: above.isIgnored || matches(above.rules, folder, '/'),
    };
    this.#folders.set(folder, found);
    return found;
  }
}

/** The innermost rule that names a file decides. */
function matches(rules: readonly Rules[], file: string, ending = ''): boolean {
  let isIgnored = false;
  for (const { folder, matcher } of rules) {
    const relative = file.slice(folder.length).split(path.sep).join('/').replace(/^\//, '');
    const { ignored, unignored } = matcher.test(relative + ending);
    isIgnored = ignored || (isIgnored && !unignored);
  }
  return isIgnored;
}

function readRules(folder: string): Rules | null {
  try {
    return { folder, matcher: ignore().add(readFileSync(path.join(folder, '.gitignore'), 'utf8')) };
  } catch {
    return null;
  }
}
