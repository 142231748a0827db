import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Command, Script } from '../core/events.ts';
import { isLockfile, LOCKFILES } from './codeFiles.ts';
import { lastForeignMove } from './git.ts';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import { ProjectFolders } from './projectCode.ts';
import { quietStat } from './quietStat.ts';
import { ReachedCode } from './reachedCode.ts';

/** Scripts that package managers run around an install, in this order. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
/** Configuration of package managers, which chooses registries and the shell of scripts. */
const MANAGER_FILES =
  `.npmrc .yarnrc .yarnrc.yml bunfig.toml .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml`.split(' ');
/** Fields of package.json that no build runs; a change of dependencies asks about the install. */
const INERT_FIELDS = new Set(
  `name version private description keywords homepage bugs license author contributors funding repository
  dependencies devDependencies peerDependencies optionalDependencies`.split(/\s+/),
);
/** Code that build tools load by file name. */
const BUILD_FILE = /^[\w.-]+\.config\.[cm]?[jt]s$/i;
/** The same in the command's folder, with configuration that names further code. */
const OWN_BUILD_FILE =
  /^(?:(?:gulpfile|gruntfile|jakefile|webpack\.[\w.-]+|config|main|preview)\.[cm]?[jt]sx?|\..*|[^.]+|.*\.(?:jsonc?|json5|ya?ml|toml|xml|ini|cfg|mk))$/i;
/** Code of more files than these is not read completely, so consent holds for one stage. */
const FILES_MAX = 5_000;
/** Size and times count instead of the content for longer files, and after so many bytes. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
const BYTES_MAX = 64 * 1024 * 1024;

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s"'`;&|()=]+/)
    .map((word) => word.replace(/^(npm|pnpm|yarn|bun|node):/, ''))
    .filter((word) => word !== '' && !word.startsWith('-'));

const isNamed = (script: string, word: string): boolean =>
  script === word || (word.endsWith('*') && script.startsWith(word.replace(/\*+$/, '')));

/**
 * Returns every script that a text names, and those that these name in turn; a word that equals a script's
 * name counts.
 */
function reachedFrom(text: string, scripts: ReadonlyMap<string, string>, first: readonly string[]): Script[] {
  const reached = new Map<string, string>();
  const visit = (name: string): void => {
    const script = scripts.get(name);
    if (script === undefined || reached.has(name)) return;
    reached.set(name, script);
    follow(script);
  };
  const follow = (words: string): void => {
    for (const word of wordsOf(words)) {
      for (const name of scripts.keys()) {
        if (isNamed(name, word)) [`pre${name}`, name, `post${name}`].forEach(visit);
      }
    }
  };
  first.forEach(visit);
  follow(text);
  return [...reached].map(([name, script]) => ({ name, text: script }));
}

/** Returns null for a file without JSON as well: a test may bring one on purpose. */
function readOtherPackage(folder: string): PackageJson | null {
  try {
    return readPackageJson(folder);
  } catch {
    return null;
  }
}

function scriptsIn(folder: string): Map<string, string> {
  const entries = Object.entries(readOtherPackage(folder)?.scripts ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A command whose fingerprint is not known yet. */
export type PlannedCommand = Pick<Command, 'step' | 'argv' | 'cwd' | 'text'>;

/** The code of a project as the commands find it; `root` is the folder where dependencies are installed. */
interface ProjectCode {
  root: string;
  folders: ProjectFolders;
  /** Code outside the sources. */
  files: readonly string[];
  /** Folders of the packages in it, without that of the command. */
  packages: readonly string[];
  isComplete: boolean;
}

function readProject(root: string, cwd: string): ProjectCode {
  const folders = new ProjectFolders(root, [cwd]);
  const { files, isComplete } = folders.code();
  const packages = files.filter((file) => path.basename(file) === 'package.json').map(path.dirname);
  return { root, folders, files, packages: packages.filter((folder) => folder !== cwd), isComplete };
}

/** What decides what a command runs. */
interface RunningCode {
  scripts: Script[];
  files: string[];
  isComplete: boolean;
}

/** An install runs the scripts around it, of each package of the workspace. */
function codeOfInstall({ cwd }: PlannedCommand, { root, folders, packages }: ProjectCode): RunningCode {
  const reached = new ReachedCode(folders);
  const scripts = reachedFrom('', scriptsIn(cwd), INSTALL_SCRIPTS);
  for (const folder of new Set([cwd, root, ...packages])) {
    for (const { text } of reachedFrom('', scriptsIn(folder), INSTALL_SCRIPTS))
      reached.followCommand(text, folder);
  }
  for (const folder of [cwd, root])
    for (const name of [...MANAGER_FILES, ...LOCKFILES]) reached.followFile(path.join(folder, name));
  return { scripts, files: reached.files, isComplete: reached.isComplete };
}

/** Whether tools read a file by its name: in a package, in the command's folder, and in a hidden folder of it. */
function isStartingPoint(file: string, { root, packages }: ProjectCode, cwd: string): boolean {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  const owner = path.basename(folder).startsWith('.') ? path.dirname(folder) : folder;
  if (owner === cwd || owner === root) return BUILD_FILE.test(name) || OWN_BUILD_FILE.test(name);
  return packages.includes(owner) && BUILD_FILE.test(name);
}

/** A build may run all code outside the sources, and what this, the command and its scripts reach. */
function codeOfBuild({ argv, cwd }: PlannedCommand, project: ProjectCode): RunningCode {
  const { folders, files, packages } = project;
  const reached = new ReachedCode(folders);
  const scripts = reachedFrom(argv.join(' '), scriptsIn(cwd), []);
  const texts = [argv.join(' '), ...scripts.map(({ text }) => text)];
  for (const text of texts) reached.followCommand(text, cwd);
  // A workspace's tool runs the scripts of other packages by the names it is given.
  for (const folder of packages)
    for (const { text } of reachedFrom(texts.join(' '), scriptsIn(folder), []))
      reached.followCommand(text, folder);
  for (const file of files) if (isStartingPoint(file, project, cwd)) reached.followFile(file);
  const all = new Set([...files, ...reached.files].filter((file) => !isLockfile(path.basename(file))));
  return { scripts, files: [...all].sort(), isComplete: project.isComplete && reached.isComplete };
}

const fieldsOf = (json: PackageJson, isOwn: boolean): [string, unknown][] =>
  Object.entries(json).filter(([field]) => !INERT_FIELDS.has(field) && !(isOwn && field === 'scripts'));

/** Returns what identifies the content of files: of package.json the fields that a build can run. */
function contentsOf(files: readonly string[], cwd: string): unknown[] {
  let bytes = 0;
  return files.map((file) => {
    const folder = path.dirname(file);
    const json = path.basename(file) === 'package.json' ? readOtherPackage(folder) : null;
    if (json !== null) return fieldsOf(json, folder === cwd);
    const stats = quietStat(file);
    // A file that is gone meanwhile, or may not be read, cannot be run either.
    if (!stats) return null;
    bytes += stats.size;
    if (stats.size > FILE_BYTES_MAX || bytes > BYTES_MAX) return [stats.size, stats.mtimeMs, stats.ctimeMs];
    return contentOf(file);
  });
}

function contentOf(file: string): string | null {
  try {
    return hash('sha256', readFileSync(file), 'hex');
  } catch {
    return null;
  }
}

function withFingerprint(command: PlannedCommand, project: ProjectCode): Command {
  const { step, argv, cwd } = command;
  const { root } = project;
  const isInstall = step === 'install';
  const code = isInstall ? codeOfInstall(command, project) : codeOfBuild(command, project);
  const read = code.files.slice(0, FILES_MAX);
  const json = readPackageJson(cwd);
  const decides = {
    argv,
    cwd,
    scripts: code.scripts,
    installScripts: isInstall
      ? project.packages.map((folder) => reachedFrom('', scriptsIn(folder), INSTALL_SCRIPTS))
      : [],
    managers: [json?.packageManager, readOtherPackage(root)?.packageManager],
    dependencies: isInstall ? [json?.dependencies, json?.devDependencies] : [],
    files: read.map((file) => path.relative(root, file)),
    contents: contentsOf(read, cwd),
    move: lastForeignMove(cwd),
  };
  return {
    ...command,
    scripts: code.scripts,
    variables: [],
    fingerprint: hash('sha256', JSON.stringify(decides), 'hex'),
    isCovered: code.isComplete && code.files.length <= FILES_MAX,
  };
}

/**
 * Adds to commands what decides what they run: the scripts they reach, and a fingerprint over these, the
 * command, its folder, the package manager, all code outside the sources, whatever the command, its scripts
 * and configuration run or import, for an install the lockfile, and where git moved the folder last other
 * than by a commit made in it. `root` is the folder where dependencies are installed. See docs/decisions/0060.
 */
export const withFingerprints = (commands: readonly PlannedCommand[], root: string): Command[] =>
  commands.map((command) => withFingerprint(command, readProject(root, command.cwd)));

/** Adds the variables that a command receives; the fingerprint covers their names. */
export function withVariables(command: Command, named: readonly string[]): Command {
  if (named.length === 0) return command;
  const variables = [...new Set(named)].sort();
  const fingerprint = hash('sha256', JSON.stringify([command.fingerprint, variables]), 'hex');
  return { ...command, variables, fingerprint };
}

/** Converts untrusted text, such as of a package.json, to one line that is safe to print. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- removing them is the purpose
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');

/** Formats a command, with its folder when that differs from the project's. */
export function commandLabel(folder: string, { text, cwd }: Pick<Command, 'text' | 'cwd'>): string {
  return `“${oneLine(text)}”${cwd === folder ? '' : ` in ${cwd}`}`;
}

/** Returns what a user is asked to allow: each command, its scripts and its variables. */
export function consentLines(folder: string, commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [
    commandLabel(folder, command),
    ...command.scripts.map(({ name, text }) => `  ${oneLine(name)}: ${oneLine(text)}`),
    ...(command.variables.length === 0 ? [] : [`  with ${command.variables.join(', ')} of your shell`]),
  ]);
}
