import { type Dirent, realpathSync } from 'node:fs';
import path from 'node:path';
import { isCode, isGeneratedFolder, isSourceFolder } from './codeFiles.ts';
import { GitIgnores } from './gitIgnores.ts';
import { pageScripts } from './imports.ts';
import { isFile, quietEntries, quietStat } from './quietStat.ts';

/** More names than a project has; beyond them its code is not known completely. */
const ENTRIES_MAX = 200_000;
const INSTALLED = /[/\\](?:node_modules|\.git)[/\\]/;

/** The folders of a project: which files in them are sources, and which are written by builds. */
export class ProjectFolders {
  readonly root: string;
  readonly #packages: ReadonlySet<string>;
  readonly #ignores = new GitIgnores();
  readonly #pageScripts = new Map<string, ReadonlySet<string>>();

  /** `packages` have sources although they have no package.json. */
  constructor(root: string, packages: readonly string[]) {
    this.root = root;
    this.#packages = new Set(packages);
  }

  isInside(file: string): boolean {
    return file === this.root || file.startsWith(this.root + path.sep);
  }

  /** Whether it holds the sources of pages, such as `src`, or is one that a page of the package loads. */
  isSource(file: string): boolean {
    const owner = this.#packageOf(path.dirname(file));
    const [first = ''] = path.relative(owner, file).split(path.sep);
    if (path.join(owner, first) !== file && isSourceFolder(first)) return true;
    const known = this.#pageScripts.get(owner) ?? pageScripts(owner);
    this.#pageScripts.set(owner, known);
    return known.has(file);
  }

  /** Whether git ignores it, or it belongs to an installed package: no checkout brings it. */
  isIgnored(file: string): boolean {
    return INSTALLED.test(file) || this.#ignores.ignores(file, false);
  }

  /** Whether it is in a folder that builds write, or ignored. */
  isWritten(file: string): boolean {
    let at = file;
    for (; at !== this.root && this.isInside(at); at = path.dirname(at)) if (isWrittenFolder(at)) return true;
    return this.isIgnored(file);
  }

  /** Returns the code outside the sources in the order of its names; `isComplete` is false when there is too much. */
  code(): { files: string[]; isComplete: boolean } {
    const files: string[] = [];
    const waiting = [this.root];
    const visited = new Set(waiting);
    let entries = 0;
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const inFolder = quietEntries(folder);
      entries += inFolder.length;
      if (entries > ENTRIES_MAX) return { files, isComplete: false };
      for (const entry of inFolder) {
        const file = path.join(folder, entry.name);
        const found = this.#classify(file, entry);
        if (found === 'code') files.push(file);
        if (found !== 'folder') continue;
        const real = realpathSync(file);
        if (!visited.has(real)) waiting.push(file);
        visited.add(real);
      }
    }
    return { files: files.sort(), isComplete: true };
  }

  #classify(file: string, entry: Dirent): 'folder' | 'code' | 'other' {
    // A link is what it leads to.
    const stats = entry.isSymbolicLink() ? quietStat(file) : entry;
    if (stats?.isDirectory()) return this.#isWalked(file) ? 'folder' : 'other';
    const isCounted = stats?.isFile() && isCode(path.basename(file)) && !this.isSource(file);
    return isCounted && !this.#ignores.ignores(file, false) ? 'code' : 'other';
  }

  #isWalked(folder: string): boolean {
    if (isWrittenFolder(folder) || this.#ignores.ignores(folder, true)) return false;
    const isSource = isSourceFolder(path.basename(folder)) && this.#isPackage(path.dirname(folder));
    return !isSource || this.#isPackage(folder);
  }

  #isPackage(folder: string): boolean {
    return folder === this.root || this.#packages.has(folder) || isFile(path.join(folder, 'package.json'));
  }

  #packageOf(folder: string): string {
    let at = folder;
    while (!this.#isPackage(at) && path.dirname(at) !== at) at = path.dirname(at);
    return at;
  }
}

/** Names of outputs → configuration of the generators that write them. */
const GENERATED_BY = new Map([
  ['site', /^mkdocs\.ya?ml$/],
  ['book', /^book\.toml$/],
  ['output', /^pelicanconf\.py$/],
  ['html', /^Doxyfile$/],
]);

/** Whether a generator, whose configuration is beside the folder, writes it. */
function isGenerated(folder: string): boolean {
  const configuration = GENERATED_BY.get(path.basename(folder));
  return (
    configuration !== undefined &&
    quietEntries(path.dirname(folder)).some(({ name }) => configuration.test(name))
  );
}

/** `build` holds the scripts of a build in some projects, and what it wrote in others. */
function isWrittenFolder(folder: string): boolean {
  const name = path.basename(folder);
  if (isGenerated(folder)) return isFile(path.join(folder, 'index.html'));
  if (name === 'build') return isFile(path.join(folder, 'index.html'));
  return isGeneratedFolder(name, path.basename(path.dirname(folder)));
}
