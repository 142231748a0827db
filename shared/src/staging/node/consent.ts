import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { BuildStep, Command, Script } from '../core/events.ts';
import { readPackageJson } from './packageJson.ts';

/** Scripts that package managers run around an install, in this order. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
/** Configuration of package managers, which chooses registries and the shell of scripts. */
const MANAGER_FILES =
  `.npmrc .yarnrc .yarnrc.yml bunfig.toml .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml`.split(' ');
const LOCKFILES =
  `package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb deno.lock`.split(' ');
/** Code that build tools load by file name. */
const BUILD_FILE =
  /^[\w.-]+\.config\.[cm]?[jt]s$|^(gulpfile|gruntfile|webpack\.[\w.-]+|\.eleventy|\.babelrc|\.postcssrc)(\.[cm]?[jt]s)?$/i;
/** Suffixes that Node adds to a script without one. */
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts'];

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

function scriptsIn(folder: string): Map<string, string> {
  const entries = Object.entries(readPackageJson(folder)?.scripts ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Returns the project's files that a command line names, such as build.mjs in “node build.mjs”. */
const filesNamed = (folder: string, text: string): string[] =>
  wordsOf(text)
    .flatMap((word) => ENDINGS.map((ending) => path.resolve(folder, word + ending)))
    .filter((file) => file.startsWith(folder + path.sep) && isFile(file));

const contentOf = (file: string): string => hash('sha256', readFileSync(file), 'hex');

function filesBehind(step: BuildStep, cwd: string, root: string, texts: readonly string[]): string[] {
  const places = [...new Set([cwd, root])];
  const named = places.flatMap((folder) =>
    [...MANAGER_FILES, ...(step === 'install' ? LOCKFILES : [])].map((name) => path.join(folder, name)),
  );
  const code = texts.flatMap((text) => filesNamed(cwd, text));
  const configuration =
    step === 'build'
      ? readdirSync(cwd)
          .filter((name) => BUILD_FILE.test(name))
          .map((name) => path.join(cwd, name))
      : [];
  return [...new Set([...named, ...code, ...configuration])].filter(isFile).sort();
}

/**
 * Adds to a command what decides what it runs: the scripts it reaches, and a fingerprint over these, the
 * command, its folder, the package manager and its configuration, the build's configuration, and for an
 * install the lockfile. `root` is the folder where dependencies are installed.
 */
export function withFingerprint(
  command: Omit<Command, 'scripts' | 'variables' | 'fingerprint'>,
  root: string,
): Command {
  const { step, argv, cwd } = command;
  const json = readPackageJson(cwd);
  const isInstall = step === 'install';
  const scripts = reachedFrom(
    isInstall ? '' : argv.join(' '),
    scriptsIn(cwd),
    isInstall ? INSTALL_SCRIPTS : [],
  );
  const files = filesBehind(step, cwd, root, [argv.join(' '), ...scripts.map(({ text }) => text)]);
  const decides = {
    argv,
    cwd,
    scripts,
    managers: [json?.packageManager, readPackageJson(root)?.packageManager],
    dependencies: isInstall ? [json?.dependencies, json?.devDependencies] : [],
    files: files.map((file) => [path.relative(root, file), contentOf(file)]),
  };
  return { ...command, scripts, variables: [], fingerprint: hash('sha256', JSON.stringify(decides), 'hex') };
}

/** Adds the variables that a command receives; the fingerprint covers their names. */
export function withVariables(command: Command, named: readonly string[]): Command {
  if (named.length === 0) return command;
  const variables = [...new Set(named)].sort();
  const fingerprint = hash('sha256', JSON.stringify([command.fingerprint, variables]), 'hex');
  return { ...command, variables, fingerprint };
}

/** Converts untrusted text of a package.json to one line that is safe to print. */
const oneLine = (text: string): string =>
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
