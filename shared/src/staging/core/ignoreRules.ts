import ignore from 'ignore';

/** File of a project that excludes paths from staging, in gitignore syntax. `!name` brings one back. */
export const IGNORE_FILE = '.stagelinkignore';

/** A `.stagelinkignore` in gitignore syntax. */
export interface IgnoreFile {
  /** Path from its folder to the output folder, with `/` at its end; empty when they are the same. */
  prefix: string;
  text: string;
}

/**
 * Why a path is not staged: a rule of ours (`default`), a file that an editor or a system left, or the
 * project's own ignore file (`project`).
 */
export type Exclusion = 'default' | 'editor' | 'system' | 'project';

/** Returns why a path from the output folder is not staged, or null. A folder's path ends with a slash. */
export type IgnoreRules = (path: string) => Exclusion | null;

/**
 * Hidden files, keys, states and databases of programs, and dependencies. Expo writes packages' pictures to
 * `assets/node_modules`, with pnpm below `.pnpm`.
 */
const DEFAULTS = `
.*
!.well-known
*.env
*.tfstate*
*.ppk
*.p8
*.p12
*.pfx
*.pem
*.jks
*.keystore
*.kdbx
id_rsa
id_dsa
id_ecdsa
id_ecdsa_sk
id_ed25519
id_ed25519_sk
*.db
*.sqlite*
ConsoleHost_history.txt
npm-debug.log*
yarn-debug.log*
yarn-error.log*
pnpm-debug.log*
node_modules
!**/assets/**/node_modules
!**/assets/**/.pnpm
`;

/** Backups, locks and temporary files of editors. A folder with such a name is content. */
const BY_EDITORS = String.raw`
*~
\#*#
*.orig
*.tmp
*.sw[op]
*.crswap
*___jb_tmp___
*___jb_old___
![!.]*~/
!\#*#/
![!.]*.orig/
![!.]*.tmp/
.#*
.goutputstream-*
.~lock.*
.sb-*
.fuse_hidden*
.nfs[0-9]*
`;

const BY_SYSTEMS = `
${IGNORE_FILE}
.DS_Store
._*
__MACOSX
Thumbs.db
desktop.ini
`;

/**
 * Returns the encoding of an ignore file by its byte order mark, for a `TextDecoder` that is `fatal`. Throws
 * `TypeError` for bytes that are no text.
 */
export function ignoreFileEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.includes(0)) throw new TypeError('A text without a byte order mark has no zero bytes');
  return 'utf-8';
}

/** Returns a path as a pattern that matches it only. */
export const escapePath = (folder: string): string => folder.replace(/[\\*?[\]!#]/g, String.raw`\$&`);

/** Returns a pattern of a folder's ignore file as one of the folder around it. */
function below(prefix: string, line: string): string {
  const pattern = line.replace(/^!/, '');
  if (prefix === '' || pattern.trim() === '' || pattern.startsWith('#')) return line;
  const isAnchored = pattern.replace(/\/$/, '').includes('/');
  const inside = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${line.startsWith('!') ? '!' : ''}/${escapePath(prefix)}${inside}`;
}

/** What the content of a folder decides. Paths are those that the rules get. */
export interface FolderFacts {
  /** Whether a file named `*.key` is a key, and not a presentation made with Keynote. */
  isKey: (path: string) => boolean;
  /** Whether a file exists. */
  has: (path: string) => boolean;
}

const DEPENDENCIES = /^(.*?)node_modules\//i;
/** Dependencies next to their package.json stay out even among assets, unless an ignore file names them. */
const BRINGS_BACK_DEPENDENCIES = /^!.*node_modules\/?\s*$/im;

/**
 * Returns the rules of an output folder: ours, then those of the ignore files given, the project's first. The last
 * rule that matches decides, so an ignore file can bring back what ours leave out. Ours concern names below the
 * output folder only.
 */
export function ignoreRules(
  files: readonly IgnoreFile[] = [],
  { isKey, has }: FolderFacts = { isKey: () => true, has: () => false },
): IgnoreRules {
  const root = files.map(({ prefix }) => prefix).sort((a, b) => b.length - a.length)[0] ?? '';
  const matcher = ignore();
  const add = (text: string, prefix: string, mark: Exclusion): void => {
    for (const line of text.split(/\r?\n/)) matcher.add({ pattern: below(prefix, line), mark });
  };
  matcher.add({ pattern: below(root, '*.key'), mark: 'key' });
  add(DEFAULTS, root, 'default');
  add(BY_EDITORS, root, 'editor');
  add(BY_SYSTEMS, root, 'system');
  for (const { prefix, text } of files) add(text, root.slice(0, root.length - prefix.length), 'project');
  const keepsDependencies = files.some(({ text }) => BRINGS_BACK_DEPENDENCIES.test(text));

  function isDependency(path: string): boolean {
    const folder = keepsDependencies ? undefined : DEPENDENCIES.exec(path)?.[1];
    return folder !== undefined && has(`${folder}package.json`);
  }

  return (path) => {
    // What is no path, such as `../a`, is refused where paths are checked.
    if (!ignore.isPathValid(root + path)) return null;
    const mark = matcher.test(root + path).rule?.mark ?? null;
    if (mark === 'key') return isKey(path) ? 'default' : null;
    return mark === null && isDependency(path) ? 'default' : (mark as Exclusion | null);
  };
}
