import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { FILES_PER_SNAPSHOT } from '../../contracts/limits.ts';
import { isHandedOver, openingProblem } from '../../domain/opening.ts';
import { builderOf } from './builders.ts';
import { type PlannedCommand, withFingerprints } from './consent.ts';
import type { UserError } from '../../client/userError.ts';
import { isSourcePage } from '../../domain/sourcePage.ts';
import { isPagePath } from '../../domain/startPage.ts';
import { stageError } from '../core/errors.ts';
import type { Command } from '../core/events.ts';
import { findOnPath } from './findOnPath.ts';
import { stageableBelow } from './folderFiles.ts';
import { type Generator, generatorIn } from './generators.ts';
import { isInstalled, needsPackages } from './installed.ts';
import { builtEarlier, outputWithoutPackage } from './output.ts';
import { indexOf } from './ownPage.ts';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import type { PackageManager } from './packageManager.ts';
import type { Project } from './project.ts';
import { needsGenerate, staticAdvice } from './serverFrameworks.ts';
import { filesWith } from './singleFile.ts';
import { newerSource } from './staleness.ts';
import { workspacePackages, workspaceRoot } from './workspace.ts';

export interface DetectOptions {
  /** Command to run instead of the project's build; split into argv by spaces and quotes, without a shell. */
  buildCommand?: string | undefined;
  /** False: run nothing and stage the existing output. */
  build?: boolean | undefined;
  /** PATH of builds. */
  searched: string;
}

function realPath(given: string): string {
  const requested = path.resolve(given);
  if (existsSync(requested)) return realpathSync.native(requested);
  throw stageError(
    'folder_missing',
    `There is no folder or file at ${requested}.`,
    'Give the path of a folder with a prototype, or of a file.',
  );
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
  only: null,
});

/**
 * Whether a folder without a build holds what a link opens: a page in itself, or nothing but what hosting makes pages
 * of. A page further below may belong to anything.
 */
function opensItself(folder: string): boolean {
  const paths = stageableBelow(folder, FILES_PER_SNAPSHOT);
  const hasPage = paths.some((file) => isPagePath(file) && !file.includes('/'));
  return openingProblem(paths) === null && (hasPage || isHandedOver(paths));
}

/** Returns a file that is staged alone, with what it refers to in its folder. */
async function fileProject(file: string): Promise<Project> {
  const folder = path.dirname(file);
  return { ...staticProject(folder, '.'), only: await filesWith(folder, path.basename(file)) };
}

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

const isInNxWorkspace = async (folder: string): Promise<boolean> =>
  existsSync(path.join(await workspaceRoot(folder), 'nx.json'));

/** Returns the command with which a workspace builds a project that has no build script, or null. */
const workspaceBuilder = async (folder: string): Promise<readonly string[] | null> =>
  (await isInNxWorkspace(folder)) ? ['nx', 'build'] : null;

/** Names of scripts that build; they say what is built, not how. */
const BUILD_SCRIPT =
  /^(?:(docs|site|website|web|static|storybook|prod|production)[:.-]build|build[:.-](docs|site|website|web|static|storybook|prod|production))$/;
/** Names of scripts that build in some projects and start a server in others. */
const DOCUMENTATION_SCRIPT = /^(?:docs?|typedoc|site)$/;
const SERVER = /\b(?:dev|serve|server|start|watch|preview|live|open)\b/;

const scriptNames = ({ scripts }: PackageJson): string[] =>
  Object.entries(scripts ?? {}).flatMap(([name, text]) => (typeof text === 'string' ? [name] : []));

/** Returns the scripts that may build pages, without `build`. */
function buildScripts(json: PackageJson): string[] {
  const names = scriptNames(json);
  const builds = names.filter((name) => BUILD_SCRIPT.test(name));
  if (builds.length > 0) return builds;
  return names.filter(
    (name) => DOCUMENTATION_SCRIPT.test(name) && !SERVER.test(String(json.scripts?.[name])),
  );
}

/**
 * What builds a project: a script of package.json, a program of one of its packages, or a command.
 */
type Build = { script: string } | { program: readonly string[] } | { command: string };

/**
 * Returns the script `build`, otherwise the only one named like a build, otherwise the framework's program or the
 * generator's command; null without any.
 */
async function ownBuildOf(folder: string, json: PackageJson, hasIndex: boolean): Promise<Build | null> {
  if (scriptNames(json).includes('build')) return { script: 'build' };
  const [only, ...others] = buildScripts(json);
  if (only === undefined) {
    const program =
      builderOf(json, hasIndex && isSourcePage(indexOf(folder))) ?? (await workspaceBuilder(folder));
    const generator = generatorIn(folder);
    return program !== null ? { program } : generator && { command: generator.command };
  }
  if (others.length === 0) return { script: only };
  const command = `npm run ${only}`;
  throw stageError(
    'no_build_script',
    `package.json in ${folder} has several build scripts: ${[only, ...others].join(', ')}.`,
    `Choose one as the build command, such as “${command}”.`,
    { setting: { name: 'build', value: command } },
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

/** Some package managers reject a missing or outdated lockfile when `CI` is set. Yarn 1 can install without changing it. */
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
  if (needsPackages(folder, manager.root) && !isInstalled(folder, manager)) {
    const argv = ask('install', updatingArgs(manager));
    commands.push({ step: 'install', argv, cwd: manager.root, text: argv.join(' ') });
  }
  const own = argvOfBuild(json, build, ask);
  const text = 'command' in build ? build.command : own.join(' ');
  commands.push({ step: 'build', argv: own, cwd: folder, text });
  return withFingerprints(commands, manager.root);
}

/** Returns a project that the user's or a generator's own command builds. */
function commandProject(folder: string, text: string, generator: Generator | null): Project {
  const planned: PlannedCommand = { step: 'build', argv: argvOf(text), cwd: folder, text };
  return {
    ...staticProject(folder, null),
    kind: 'build',
    framework: generator?.name ?? null,
    commands: withFingerprints([planned], folder),
    outputs: generator?.outputs ?? [],
  };
}

/** Whether what a generator would build is there already, and newer than its sources. */
const isUpToDate = (folder: string, output: string): boolean =>
  output === '.' ? !isSourcePage(indexOf(folder)) : newerSource(folder, path.join(folder, output)) === null;

/**
 * Returns a folder without package.json: static pages, a generator's project with its output, or what the user's
 * command builds.
 */
async function plainProject(folder: string, options: DetectOptions): Promise<Project> {
  const { buildCommand, build, searched } = options;
  const generator = generatorIn(folder);
  if (buildCommand !== undefined && build !== false) return commandProject(folder, buildCommand, generator);
  const output =
    (await outputWithoutPackage(folder)) ?? (generator === null && opensItself(folder) ? '.' : null);
  const isOutdated =
    output === null || (generator !== null && build !== false && !isUpToDate(folder, output));
  if (generator === null || !isOutdated || build === false) {
    if (output === null) throw generator ? notBuilt(folder, generator) : nothingToBuild(folder, false);
    return staticProject(folder, output);
  }
  const [program = ''] = argvOf(generator.command);
  if ((await findOnPath(program, searched)) !== null)
    return commandProject(folder, generator.command, generator);
  if (output === null) throw generatorMissing(generator, program);
  return staticProject(folder, output);
}

/** Returns the package.json of a folder; an empty one for a project that its Nx workspace describes in another file. */
async function packageIn(folder: string): Promise<PackageJson | null> {
  const json = readPackageJson(folder);
  const isDescribed = json === null && existsSync(path.join(folder, 'project.json'));
  return isDescribed && (await isInNxWorkspace(folder)) ? {} : json;
}

/** Returns the packages of a workspace that have a build script, relative to it. */
async function packagesThatBuild(folder: string): Promise<string[]> {
  const packages = await workspacePackages(folder);
  return packages.filter((name) => {
    const json = readPackageJson(path.join(folder, name)) ?? {};
    return scriptNames(json).includes('build') || buildScripts(json).length > 0;
  });
}

/** Returns a project in which nothing builds, with the output that is there. Throws `no_build_script` without one. */
async function projectWithoutBuild(project: Project): Promise<Project> {
  const { folder } = project;
  const output = await builtEarlier(project);
  if (output === null || output === folder) {
    const packages = await packagesThatBuild(folder);
    throw packages.length > 0 ? packagesBuild(folder, packages) : nothingToBuild(folder, true);
  }
  return { ...project, output: path.relative(folder, output) };
}

/**
 * Detects what a folder is and which commands must run. A folder with an index.html and without a build is
 * staged as it is, a file with what it refers to. Runs nothing. Throws `folder_missing`, `no_package_json`, `no_build_script`,
 * `no_output`, `bad_command` or `package_manager_missing`.
 */
export async function detectProject(requested: string, options: DetectOptions): Promise<Project> {
  const folder = realPath(requested);
  if (!statSync(folder).isDirectory()) return fileProject(folder);
  const json = await packageIn(folder);
  if (json === null) return plainProject(folder, options);
  const hasIndex = existsSync(path.join(folder, 'index.html'));
  const isBuilt = options.build !== false;
  const { buildCommand } = options;
  const hasScript = scriptNames(json).includes('build');
  const isReady = hasIndex && (hasScript ? isPublishedPackage(folder, json) : !isSourcePage(indexOf(folder)));
  if (isReady && (buildCommand === undefined || !isBuilt)) return staticProject(folder, '.');
  const framework = await askFramework(folder);
  const project = { ...staticProject(folder, null), framework: framework.name, outputs: framework.outputs };
  if (!isBuilt) return project;
  const build =
    buildCommand === undefined ? await ownBuildOf(folder, json, hasIndex) : { command: buildCommand };
  if (build === null) return projectWithoutBuild(project);
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

const notBuilt = (folder: string, { name, command }: Generator): UserError =>
  stageError(
    'no_output',
    `This is a ${name} project, and there is no output in ${folder}.`,
    `Stage it without skipping the build, or run “${command}” first.`,
  );

const generatorMissing = ({ name, command }: Generator, program: string): UserError =>
  stageError(
    'package_manager_missing',
    `This is a ${name} project, which “${command}” builds, and “${program}” is not on the PATH.`,
    `Install ${name}, or give the command that builds it as the build command, such as “${command}”.`,
    { setting: { name: 'build', value: command } },
  );

const packagesBuild = (folder: string, packages: readonly string[]): UserError =>
  stageError(
    'no_build_script',
    `package.json in ${folder} has no “build” script. Packages that have one: ${packages.join(', ')}.`,
    'Stage the folder of a package, add a build script, or give the build command.',
    { setting: { name: 'build', value: 'npm run <script>' } },
  );

function nothingToBuild(folder: string, hasPackageJson: boolean): UserError {
  return hasPackageJson
    ? stageError(
        'no_build_script',
        `package.json in ${folder} has no “build” script, and there is no finished index.html next to it.`,
        'Stage the folder that contains the built index.html, add a build script, or give the build command.',
        { setting: { name: 'build', value: 'npm run <script>' } },
      )
    : stageError(
        'no_package_json',
        `There is no package.json and no index.html in ${folder}.`,
        'Stage the folder of your prototype: the one with package.json, with a finished page, or with pictures, Markdown files, PDFs or videos.',
      );
}
