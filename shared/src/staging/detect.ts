import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { builderOf } from './builders.ts';
import { withFingerprint } from './consent.ts';
import { StageError } from './errors.ts';
import type { Command } from './events.ts';
import { isInstalled, needsPackages } from './installed.ts';
import { generatedOutput } from './output.ts';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import type { PackageManager } from './packageManager.ts';
import { needsGenerate, staticAdvice } from './serverFrameworks.ts';

/** What a folder turned out to be, and what has to be run before it can be staged. */
export interface Project {
  /** Real, absolute path. */
  folder: string;
  kind: 'static' | 'build';
  framework: string | null;
  packageManager: string | null;
  commands: readonly Command[];
  /** The output where it is known without a build, relative to `folder`. */
  output: string | null;
  /** Where the framework says its output goes, best first, relative to `folder`. */
  outputs: readonly string[];
  /** What to do first, in one line, where the build would make a server and no pages. */
  advice: string | null;
}

export interface DetectOptions {
  /** A command to run instead of the project's own build; argv by spaces and quotes, no shell. */
  buildCommand?: string | undefined;
  /** False: nothing is run, what is already built is staged. */
  build?: boolean | undefined;
  /** The PATH builds run with. */
  searched: string;
}

function realFolder(folder: string): string {
  const asked = path.resolve(folder);
  if (!existsSync(asked) || !statSync(asked).isDirectory()) {
    throw new StageError(
      'folder_missing',
      `There is no folder at ${asked}.`,
      'Give the path of a folder that holds a prototype.',
    );
  }
  return realpathSync.native(asked);
}

const staticProject = (folder: string, output: string | null): Project => ({
  folder,
  kind: 'static',
  framework: null,
  packageManager: null,
  commands: [],
  output,
  outputs: output === null ? [] : [output],
  advice: null,
});

/** Loaded late: this library costs more than staging a small folder does. */
async function askFramework(folder: string): Promise<{ name: string | null; outputs: string[] }> {
  const { getBuildInfo } = await import('@netlify/build-info/node');
  const info = await getBuildInfo({ projectDir: folder, rootDir: folder });
  return {
    name: info.frameworks[0]?.name ?? null,
    outputs: info.frameworks.map((framework) => framework.build.directory),
  };
}

/** Splits a command at spaces outside quotes, and runs no shell; throws `bad_command` for what only a shell could do. */
function argvOf(text: string): string[] {
  if (/[|&;<>`]|\$\(/.test(text)) {
    throw new StageError(
      'bad_command',
      `“${text}” needs a shell, and builds are run without one.`,
      'Put it into a script of package.json and give “npm run <script>”.',
    );
  }
  const argv = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)?.map((word) => word.replaceAll(/["']/g, ''));
  if (argv) return argv;
  throw new StageError(
    'bad_command',
    'The build command is empty.',
    'Give a command such as “npm run build”.',
  );
}

/** A script that builds under another name; the names say what is built, not how. */
const BUILD_SCRIPT =
  /^(?:(docs|site|website|web|static|storybook|prod|production)[:.-]build|build[:.-](docs|site|website|web|static|storybook|prod|production))$/;

const scriptNames = ({ scripts }: PackageJson): string[] =>
  Object.entries(scripts ?? {}).flatMap(([name, text]) => (typeof text === 'string' ? [name] : []));

/** Where templates of Vite keep what index.html starts. */
const loadsSource = (folder: string): boolean =>
  /<script\b[^>]*\bsrc=["']?\.?\/?src\//i.test(readFileSync(path.join(folder, 'index.html'), 'utf8'));

/** What builds a project: a script of package.json, a program that one of its packages brings, or the person's command. */
type Build = { script: string } | { program: readonly string[] } | { command: string };

/** The script `build`, else the only one whose name says that it builds, else the program of its framework. */
function ownBuildOf(folder: string, json: PackageJson, hasIndex: boolean): Build {
  const names = scriptNames(json);
  if (names.includes('build')) return { script: 'build' };
  const [only, ...others] = names.filter((name) => BUILD_SCRIPT.test(name));
  if (only === undefined) {
    const program = builderOf(json, hasIndex && isSourcePage(folder));
    if (program === null) throw nothingToBuild(folder, true);
    return { program };
  }
  if (others.length === 0) return { script: only };
  throw new StageError(
    'no_build_script',
    `package.json in ${folder} has several build scripts: ${[only, ...others].join(', ')}.`,
    `Say which one to run with the build command, such as “npm run ${only}”.`,
  );
}

/** A script the build runs with Node, unless the build itself writes it. */
const RUN_BY_NODE = /\bnode\s+(?:-\S+\s+)*((?!dist|build|out|\.)[\w./-]+\.[cm]?[jt]s)\b/g;

/** Whether a package was published without what its build script needs, so that its index.html is all there is. */
function isPublishedPackage(folder: string, json: PackageJson): boolean {
  const needed = String(json.scripts?.['build']).matchAll(RUN_BY_NODE);
  return [...needed].some(([, file = '']) => !existsSync(path.join(folder, file)));
}

/** Whether index.html loads what no browser runs, so that it is where a build starts from. */
const isSourcePage = (folder: string): boolean =>
  /<script\b[^>]*\bsrc=["']?[^"'>]+\.(tsx?|jsx)\b/i.test(
    readFileSync(path.join(folder, 'index.html'), 'utf8'),
  );

/** Whether the page of a folder may be finished: nothing in it says that a build starts from it. */
export const mayBeFinished = (folder: string): boolean =>
  existsSync(path.join(folder, 'index.html')) && !isSourcePage(folder) && !loadsSource(folder);

/** What the package manager is asked for, completed to its argv. */
type Ask = (verb: 'install' | 'add' | 'run' | 'execute-local', args: string[]) => string[];

async function askOf(manager: PackageManager): Promise<Ask> {
  const { resolveCommand } = await import('package-manager-detector/commands');
  return (verb, args) => {
    const own = resolveCommand(manager.agent, verb, args);
    // “npx” stands beside npm, all others run a package's program themselves.
    const start = own && own.command !== manager.agent.split('@')[0] ? [own.command] : manager.start;
    return [...start, ...(own?.args ?? args)];
  };
}

function argvOfBuild(json: PackageJson, build: Build, ask: Ask): string[] {
  if ('command' in build) return argvOf(build.command);
  if ('program' in build) return ask('execute-local', [...build.program]);
  if (build.script !== 'build' || !needsGenerate(json)) return ask('run', [build.script]);
  return scriptNames(json).includes('generate')
    ? ask('run', ['generate'])
    : ask('execute-local', ['nuxt', 'generate']);
}

/**
 * Where `CI` is set, some refuse a lockfile that package.json has moved on from, or that is missing. Yarn 1 can install
 * without touching it.
 */
function updatingArgs({ name, agent }: PackageManager): string[] {
  if (agent === 'yarn') return ['--pure-lockfile'];
  if (agent === 'yarn@berry') return ['--no-immutable'];
  return name === 'pnpm' ? ['--no-frozen-lockfile'] : [];
}

function commandsFor(
  folder: string,
  json: PackageJson,
  manager: PackageManager,
  build: Build,
  ask: Ask,
): Command[] {
  const commands: Command[] = [];
  if (needsPackages(folder, manager.root) && !isInstalled(folder, json, manager)) {
    const argv = ask('install', updatingArgs(manager));
    commands.push(
      withFingerprint({ step: 'install', argv, cwd: manager.root, text: argv.join(' ') }, manager.root),
    );
  }
  const own = argvOfBuild(json, build, ask);
  const text = 'command' in build ? build.command : own.join(' ');
  commands.push(withFingerprint({ step: 'build', argv: own, cwd: folder, text }, manager.root));
  return commands;
}

/** A folder without package.json: pages as they are, what a generator has written, or one command of the person's own. */
function plainProject(folder: string, hasIndex: boolean, buildCommand: string | undefined): Project {
  if (buildCommand !== undefined) {
    const argv = argvOf(buildCommand);
    const commands = [withFingerprint({ step: 'build', argv, cwd: folder, text: buildCommand }, folder)];
    return { ...staticProject(folder, null), kind: 'build', commands };
  }
  const output = hasIndex ? '.' : generatedOutput(folder);
  if (output === null) throw nothingToBuild(folder, false);
  return staticProject(folder, output);
}

/**
 * Looks at a folder and says what it is and what must be run. A folder with an index.html and nothing to build is
 * staged as it is. Runs nothing. Throws `folder_missing`, `no_package_json`, `no_build_script`, `no_output`,
 * `bad_command` or `package_manager_missing`.
 */
export async function detectProject(asked: string, options: DetectOptions): Promise<Project> {
  const folder = realFolder(asked);
  const json = readPackageJson(folder);
  const hasIndex = existsSync(path.join(folder, 'index.html'));
  const isBuilt = options.build !== false;
  if (json === null) return plainProject(folder, hasIndex, isBuilt ? options.buildCommand : undefined);
  const { buildCommand } = options;
  const hasScript = scriptNames(json).includes('build');
  const isReady = hasIndex && (hasScript ? isPublishedPackage(folder, json) : !isSourcePage(folder));
  if (isReady && (buildCommand === undefined || !isBuilt)) return staticProject(folder, '.');
  const framework = await askFramework(folder);
  const project = { ...staticProject(folder, null), framework: framework.name, outputs: framework.outputs };
  if (!isBuilt) return project;
  const build: Build =
    buildCommand === undefined ? ownBuildOf(folder, json, hasIndex) : { command: buildCommand };
  const { findPackageManager } = await import('./packageManager.ts');
  const manager = await findPackageManager(folder, options.searched);
  const ask = await askOf(manager);
  return {
    ...project,
    kind: 'build',
    packageManager: manager.name,
    commands: commandsFor(folder, json, manager, build, ask),
    advice: 'script' in build ? staticAdvice(folder, json, (verb, args) => ask(verb, args).join(' ')) : null,
  };
}

function nothingToBuild(folder: string, hasPackageJson: boolean): StageError {
  return hasPackageJson
    ? new StageError(
        'no_build_script',
        `package.json in ${folder} has no “build” script, and there is no finished index.html beside it.`,
        'Add a build script, give a build command, or stage the folder that holds the built index.html.',
      )
    : new StageError(
        'no_package_json',
        `There is no package.json and no index.html in ${folder}.`,
        'Stage the folder of your prototype: the one with package.json, or with a finished index.html.',
      );
}
