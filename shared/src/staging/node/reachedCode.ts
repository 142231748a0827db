import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { DATA, isCode, isLockfile, mayBeRun } from './codeFiles.ts';
import { importsOf, textOf } from './imports.ts';
import type { ProjectFolders } from './projectCode.ts';
import { quietStat } from './quietStat.ts';

/** More files than the code around a build has; beyond them it is not known completely. */
const REACHED_MAX = 5_000;
const FOLDERS_MAX = 40;
/** Names looked up, so that a text made of words does not take minutes. */
const LOOKUPS_MAX = 100_000;

/** Programs that translate the files they are given and do not run them. */
const COMPILERS = new Set(
  `esbuild rollup webpack webpack-cli parcel vite tsc vue-tsc tsup tsdown swc sass lessc stylus postcss tailwindcss
  babel browserify microbundle ncc uglifyjs terser rolldown rspack rsbuild snowpack eslint oxlint prettier stylelint
  biome`.split(/\s+/),
);
const JAVASCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
/** Suffixes that a program may add to a name. */
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.sh', '.py', '.rb', '.mk'];
/** What a program runs in a folder that is named to it. */
const ENTRY =
  /^(?:index\.[cm]?[jt]sx?|__(?:main|init)__\.py|(?:gnu)?makefile|justfile|rakefile|gemfile|package\.json|[\w.-]+\.config\.[cm]?[jt]s)$/i;
/** Programs and settings of the system, which no project brings; users write below /dev/shm and /run/user. */
const OF_SYSTEM =
  /^(?:\/$|\/(?:usr|bin|sbin|lib\d*|etc|dev(?!\/shm)|proc|sys|run(?!\/user)|System|Library|nix)(?:\/|$)|[a-z]:\\(?:$|Windows|Program Files))/i;
/** Data that names commands to run. */
const TASKS = /^(?:deno|composer|taskfile|\.?mise)\b/i;
/** What a script starts as a program or thread: arguments of a call, or a template of a shell. */
const STARTED = /\b(?:exec\w*|spawn\w*|fork|Worker)\s*\(([^)]{1,400})|\$`([^`]{1,400})`/g;
/** A text of a script that may name a file: with a folder, or with an ending. */
const PATH = /[\w.*]\/|\/[\w.*]|\w\.\w/;
const STRING = /(["'`])((?:(?!\1)[^\\\n])+)\1/g;

type EntryKind = 'file' | 'folder' | 'other';
type Entries = ReadonlyMap<string, EntryKind>;

const stringsIn = (text: string): string[] => [...text.matchAll(STRING)].map(([, , string = '']) => string);

/** A command line, and the folders that its words may start from. */
interface Line {
  text: string;
  folders: readonly string[];
  /** False for texts that name the sources of pages without running them. */
  runsSources: boolean;
}

const wordsOf = (line: string): string[] =>
  line
    .replaceAll(/(^|[\s"'=])~\/|\$\{?HOME\}?\//g, `$1${homedir()}/`)
    .replaceAll(/\$[({]?\w+[)}]?[/\\]/g, '')
    .split(/[\s"'`;&|()=<>{},[\]]+/)
    .map((word) => word.replace(/^(?:file:(?:\/\/)?|-\w(?=[./]))/, ''))
    .filter((word) => /^[^-]/.test(word) && !/^[/\\]+$|:\/\//.test(word) && word.length < 500);

/** Follows what commands, scripts and configuration run or import, in the project and outside of it. */
export class ReachedCode {
  readonly #folders: ProjectFolders;
  readonly #files = new Set<string>();
  readonly #entries = new Map<string, Entries>();
  readonly #targets = new Set<string>();
  readonly #packages = new Set<string>();
  #isComplete = true;
  #lookups = 0;

  constructor(folders: ProjectFolders) {
    this.#folders = folders;
  }

  get files(): string[] {
    return [...this.#files].sort();
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Follows a command line that starts in `folder`. */
  followCommand(text: string, folder: string): void {
    this.#followLine({ text, folders: [folder, this.#folders.root], runsSources: true });
  }

  /** Follows a file that is run or read as configuration. */
  followFile(file: string): void {
    if (this.#files.has(file) || !this.#isFile(file) || this.#folders.isIgnored(file)) return;
    if (this.#files.size >= REACHED_MAX) {
      this.#isComplete = false;
      return;
    }
    this.#files.add(file);
    this.#followText(file, textOf(file));
  }

  #followText(file: string, text: string): void {
    const name = path.basename(file);
    // Which of a package's scripts are run is for the caller to say.
    if (isLockfile(name) || (name === 'package.json' && this.#folders.isInside(file))) return;
    const folders = [path.dirname(file), this.#folders.root];
    if (JAVASCRIPT.test(file)) this.#followScript(file, text, folders);
    else this.#followLine({ text, folders, runsSources: !DATA.test(name) || TASKS.test(name) });
  }

  #followScript(file: string, text: string, folders: readonly string[]): void {
    const { files, packages } = importsOf(file, text);
    for (const imported of files) if (mayBeRun(path.basename(imported))) this.followFile(imported);
    for (const folder of packages) this.#followPackage(folder);
    for (const [, started = '', shell = ''] of text.matchAll(STARTED))
      this.#followLine({ text: shell || stringsIn(started).join(' '), folders, runsSources: true });
    for (const string of stringsIn(text))
      if (PATH.test(string)) this.#followLine({ text: string, folders, runsSources: false });
  }

  /** The sources of a package that a build imports are code of the build. */
  #followPackage(folder: string): void {
    const real = realpathSync(folder);
    if (this.#packages.has(real)) return;
    this.#packages.add(real);
    for (const name of this.#entriesIn(folder).keys()) {
      const file = path.join(folder, name);
      if (this.#folders.isWritten(file)) continue;
      if (this.#isFolder(file)) this.#followPackage(file);
      else if (isCode(name)) this.followFile(file);
    }
  }

  #followLine({ text, folders, runsSources }: Line): void {
    const starts = new Set(folders);
    for (const part of text.split(/\n|&&|\|\||[;|]/)) {
      const words = new Set(wordsOf(part));
      const isRun = runsSources && ![...words].some((word) => COMPILERS.has(path.basename(word)));
      for (const word of words) this.#followWord(word, starts, isRun);
    }
  }

  /** Adds the folders that the word names to `starts`, because a command may change to them. */
  #followWord(word: string, starts: Set<string>, isRun: boolean): void {
    const pattern = word.indexOf('*');
    const named = pattern < 0 ? word : path.dirname(`${word.slice(0, pattern)}x`);
    const known = [...starts];
    this.#lookups += known.length;
    if (this.#lookups > LOOKUPS_MAX) {
      this.#isComplete = false;
      return;
    }
    for (const start of known) {
      const target = path.resolve(start, named);
      const isOfSystem = OF_SYSTEM.test(target) && !this.#folders.isInside(target);
      if (isOfSystem || this.#isFollowed(target, isRun)) continue;
      if (this.#isFolder(target)) {
        this.#followFolder(target, pattern >= 0 && isRun);
        if (starts.size < FOLDERS_MAX) starts.add(target);
      } else this.#followNamed(target, isRun);
    }
  }

  #followNamed(target: string, isRun: boolean): void {
    const [folder, name] = [path.dirname(target), path.basename(target)];
    const entries = this.#entriesIn(folder);
    if (entries.size === 0) return;
    for (const candidate of ENDINGS.map((ending) => name + ending)) {
      if (entries.get(candidate) !== 'file' || !mayBeRun(candidate)) continue;
      const file = path.join(folder, candidate);
      if (this.#files.has(file)) continue;
      if (isRun || !(this.#folders.isSource(file) || this.#folders.isWritten(file))) this.followFile(file);
    }
  }

  /** `isWhole`: all its code may run, not only what programs look for in a folder. */
  #followFolder(folder: string, isWhole: boolean): void {
    if (this.#folders.isWritten(folder)) return;
    for (const name of this.#entriesIn(folder).keys()) {
      const file = path.join(folder, name);
      if (!(ENTRY.test(name) || (isWhole && isCode(name))) || this.#files.has(file)) continue;
      if (isWhole || !this.#folders.isSource(file)) this.followFile(file);
    }
  }

  /** Scripts name the same files again and again. */
  #isFollowed(target: string, isRun: boolean): boolean {
    const key = `${isRun} ${target}`;
    if (this.#targets.has(key)) return true;
    // A folder also counts as one to start from, each time that it is named.
    if (!this.#isFolder(target)) this.#targets.add(key);
    return false;
  }

  #isFile(file: string): boolean {
    return this.#entriesIn(path.dirname(file)).get(path.basename(file)) === 'file';
  }

  #isFolder(file: string): boolean {
    const parent = path.dirname(file);
    return parent === file || this.#entriesIn(parent).get(path.basename(file)) === 'folder';
  }

  /** Listings answer faster than a question for each possible name. */
  #entriesIn(folder: string): Entries {
    const known = this.#entries.get(folder);
    if (known !== undefined) return known;
    const entries = this.#isFolder(folder) ? listEntries(folder) : new Map<string, EntryKind>();
    this.#entries.set(folder, entries);
    return entries;
  }
}

function listEntries(folder: string): Entries {
  try {
    return new Map(
      readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, kindOf(folder, entry)]),
    );
  } catch {
    return new Map();
  }
}

/** A link is what it leads to; reading a pipe or a device would wait for ever. */
function kindOf(folder: string, entry: Dirent): EntryKind {
  const isLink = entry.isSymbolicLink();
  const stats = isLink ? quietStat(path.join(folder, entry.name)) : entry;
  if (stats?.isDirectory()) return 'folder';
  return stats?.isFile() ? 'file' : 'other';
}
