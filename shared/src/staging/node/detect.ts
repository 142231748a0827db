import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { builderOf } from './builders.ts';
import { type PlannedCommand, withFingerprints } from './consent.ts';
import type { UserError } from '../../client/userError.ts';
import { stageError } from '../core/errors.ts';
import type { Command } from '../core/events.ts';
import { isInstalled, needsPackages } from './installed.ts';
import { generatedOutput } from './output.ts';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import type { PackageManager } from './packageManager.ts';
import type { Project } from './project.ts';
import { needsGenerate, staticAdvice } from './serverFrameworks.ts';

export interface DetectOptions {
  /** Command to run instead of the project's build; split into argv by spaces and quotes, without a shell. */
  buildCommand?: string | undefined;
  /** False: run nothing and stage the existing output. */
  build?: boolean | undefined;
  /** PATH of builds. */
  searched: string;
}

function realFolder(folder: string): string {
  const requested = path.resolve(folder);
  if (!existsSync(requested) || !statSync(requested).isDirectory()) {
    throw stageError(
      'folder_missing',
      `There is no folder at ${requested}.`,
      'Give the path of a folder with a prototype.',
    );
  }
  return realpathSync.native(requested);
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

/** Imported late, because this library costs more than staging a small folder. */
async function askFramework(folder: string): Promise<{ name: string | null; outputs: string[] }> {
  const { getBuildInfo } = await import('@netlify/build-info/node');
  const info = await getBuildInfo({ projectDir: folder, rootDir: folder });
  return {
    name: info.frameworks[0]?.name ?? null,
    outputs: info.frameworks.map((framework) => framework.build.directory),
  };
}

/** Splits a command at spaces outside quotes. Throws `bad_command` for syntax that requires a shell. */
function argvOf(text: string): string[] {
  if (/[|&;<>`]|\$\(/.test(text)) {
    throw stageError(
      'bad_command',
      `“${text}” needs a shell, and builds are run without one.`,
      'Add it as a script to package.json and use “npm run <script>”.',
    );
  }
  const argv = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)?.map((word) => word.replaceAll(/["']/g, ''));
  if (argv) return argv;
  throw stageError('bad_command', 'The build command is empty.', 'Give a command such as “npm run build”.');
}

/** Names of scripts that build; they say what is built, not how. */
const BUILD_SCRIPT =
  /^(?:(docs|site|website|web|static|storybook|prod|production)[:.-]build|build[:.-](docs|site|website|web|static|storybook|prod|production))$/;

const scriptNames = ({ scripts }: PackageJson): string[] =>
  Object.entries(scripts ?? {}).flatMap(([name, text]) => (typeof text === 'string' ? [name] : []));

/** Whether index.html loads source files, as in Vite's templates. */
const loadsSource = (folder: string): boolean =>
  /<script\b[^>]*\bsrc=["']?\.?\/?src\//i.test(readFileSync(path.join(folder, 'index.html'), 'utf8'));

/**
 * What builds a project: a script of package.json, a program of one of its packages, or the user's command.
 */
type Build = { script: string } | { program: readonly string[] } | { command: string };

/**
 * Returns the script `build`, otherwise the only one named like a build, otherwise the framework's program.
 */
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
  throw stageError(
    'no_build_script',
    `package.json in ${folder} has several build scripts: ${[only, ...others].join(', ')}.`,
    `Choose one with the build command, such as “npm run ${only}”.`,
  );
}

/** A script the build runs with Node, except one that the build writes. */
const RUN_BY_NODE = /\bnode\s+(?:-\S+\s+)*((?!dist|build|out|\.)[\w./-]+\.[cm]?[jt]s)\b/g;

/**
 * Whether a published package lacks what its build script needs, so that only its index.html can be staged.
 */
function isPublishedPackage(folder: string, json: PackageJson): boolean {
  const needed = String(json.scripts?.['build']).matchAll(RUN_BY_NODE);
  return [...needed].some(([, file = '']) => !existsSync(path.join(folder, file)));
}

/** Whether index.html loads files that browsers cannot run, so it is the source of a build. */
const isSourcePage = (folder: string): boolean =>
  /<script\b[^>]*\bsrc=["']?[^"'>]+\.(tsx?|jsx)\b/i.test(
    readFileSync(path.join(folder, 'index.html'), 'utf8'),
  );

/** Whether the page of a folder may be finished: no sign that it is the source of a build. */
export const mayBeFinished = (folder: string): boolean =>
  existsSync(path.join(folder, 'index.html')) && !isSourcePage(folder) && !loadsSource(folder);

/** Request to the package manager, converted to argv. */
type CommandBuilder = (verb: 'install' | 'add' | 'run' | 'execute-local', args: string[]) => string[];

async function askOf(manager: PackageManager): Promise<CommandBuilder> {
  const { resolveCommand } = await import('package-manager-detector/commands');
  return (verb, args) => {
    const own = resolveCommand(manager.agent, verb, args);
    // “npx” accompanies npm; all others run the programs of packages themselves.
    const start = own && own.command !== manager.agent.split('@')[0] ? [own.command] : manager.start;
    return [...start, ...(own?.args ?? args)];
  };
}

function argvOfBuild(json: PackageJson, build: Build, ask: CommandBuilder): string[] {
  if ('command' in build) return argvOf(build.command);
  if ('program' in build) return ask('execute-local', [...build.program]);
  if (build.script !== 'build' || !needsGenerate(json)) return ask('run', [build.script]);
  return scriptNames(json).includes('generate')
    ? ask('run', ['generate'])
    : ask('execute-local', ['nuxt', 'generate']);
}

/** With `CI` set, some reject a missing or outdated lockfile. Yarn 1 can install without changing it. */
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
  ask: CommandBuilder,
): Command[] {
  const commands: PlannedCommand[] = [];
  if (needsPackages(folder, manager.root) && !isInstalled(folder, json, manager)) {
    const argv = ask('install', updatingArgs(manager));
    commands.push({ step: 'install', argv, cwd: manager.root, text: argv.join(' ') });
  }
  const own = argvOfBuild(json, build, ask);
  const text = 'command' in build ? build.command : own.join(' ');
  commands.push({ step: 'build', argv: own, cwd: folder, text });
  return withFingerprints(commands, manager.root);
}

/** Returns a folder without package.json: static pages, a generator's output, or the user's command. */
function plainProject(folder: string, hasIndex: boolean, buildCommand: string | undefined): Project {
  if (buildCommand !== undefined) {
    const argv = argvOf(buildCommand);
    const planned: PlannedCommand = { step: 'build', argv, cwd: folder, text: buildCommand };
    const commands = withFingerprints([planned], folder);
    return { ...staticProject(folder, null), kind: 'build', commands };
  }
  const output = hasIndex ? '.' : generatedOutput(folder);
  if (output === null) throw nothingToBuild(folder, false);
  return staticProject(folder, output);
}

/**
 * Detects what a folder is and which commands must run. A folder with an index.html and without a build is
 * staged as it is. Runs nothing. Throws `folder_missing`, `no_package_json`, `no_build_script`,
 * `no_output`, `bad_command` or `package_manager_missing`.
 */
export async function detectProject(requested: string, options: DetectOptions): Promise<Project> {
  const folder = realFolder(requested);
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

function nothingToBuild(folder: string, hasPackageJson: boolean): UserError {
  return hasPackageJson
    ? stageError(
        'no_build_script',
        `package.json in ${folder} has no “build” script, and there is no finished index.html next to it.`,
        'Add a build script, give a build command, or stage the folder that contains the built index.html.',
      )
    : stageError(
        'no_package_json',
        `There is no package.json and no index.html in ${folder}.`,
        'Stage the folder of your prototype: the one with package.json, or with a finished index.html.',
      );
}
