import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { withFingerprint } from './consent.ts';
import { StageError } from './errors.ts';
import type { Command } from './events.ts';
import { isInstalled, isLockfileCurrent, needsPackages } from './installed.ts';
import { type PackageJson, readPackageJson } from './packageJson.ts';
import type { PackageManager } from './packageManager.ts';

/** What a folder turned out to be, and what has to be run before it can be staged. */
export interface Project {
  /** Real, absolute path. */
  folder: string;
  kind: 'static' | 'build';
  framework: string | null;
  packageManager: string | null;
  commands: readonly Command[];
  /** Where the framework says its output goes, best first, relative to `folder`. */
  outputs: readonly string[];
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
  return realpathSync(asked);
}

const staticProject = (folder: string): Project => ({
  folder,
  kind: 'static',
  framework: null,
  packageManager: null,
  commands: [],
  outputs: ['.'],
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

const ownBuild = (cwd: string, text: string, root: string): Command =>
  withFingerprint({ step: 'build', argv: argvOf(text), cwd, text }, root);

async function commandsFor(
  folder: string,
  json: PackageJson,
  manager: PackageManager,
  buildCommand: string | undefined,
): Promise<Command[]> {
  const { resolveCommand } = await import('package-manager-detector/commands');
  const command = (
    step: Command['step'],
    cwd: string,
    verb: 'frozen' | 'install' | 'run',
    args: string[],
  ): Command => {
    const own = resolveCommand(manager.agent, verb, args)?.args ?? args;
    const argv = [...manager.start, ...own];
    return withFingerprint({ step, argv, cwd, text: argv.join(' ') }, manager.root);
  };
  const commands: Command[] = [];
  if (needsPackages(folder, manager.root) && !isInstalled(folder, json, manager)) {
    const verb = isLockfileCurrent(folder, json, manager) ? 'frozen' : 'install';
    // Without a lockfile, Yarn 2 and newer refuse to write one where no terminal is.
    const args = manager.agent === 'yarn@berry' && verb === 'install' ? ['--no-immutable'] : [];
    commands.push(command('install', manager.root, verb, args));
  }
  commands.push(
    buildCommand === undefined
      ? command('build', folder, 'run', ['build'])
      : ownBuild(folder, buildCommand, manager.root),
  );
  return commands;
}

/**
 * Looks at a folder and says what it is and what must be run. A folder with an index.html and nothing to build is
 * staged as it is. Runs nothing. Throws `folder_missing`, `no_package_json`, `no_build_script`, `bad_command` or
 * `package_manager_missing`.
 */
export async function detectProject(asked: string, options: DetectOptions): Promise<Project> {
  const folder = realFolder(asked);
  const json = readPackageJson(folder);
  const hasIndex = existsSync(path.join(folder, 'index.html'));
  const hasScript = typeof json?.scripts?.build === 'string';
  if (!hasScript && options.buildCommand === undefined) {
    if (hasIndex) return staticProject(folder);
    if (options.build !== false) throw nothingToBuild(folder, json !== null);
  }
  if (options.build === false && json === null) return { ...staticProject(folder), outputs: ['.'] };
  const framework = json ? await askFramework(folder) : { name: null, outputs: [] };
  if (options.build === false) {
    return { ...staticProject(folder), framework: framework.name, outputs: framework.outputs };
  }
  const { findPackageManager } = await import('./packageManager.ts');
  const manager = json ? await findPackageManager(folder, options.searched) : null;
  const commands =
    json && manager
      ? await commandsFor(folder, json, manager, options.buildCommand)
      : [ownBuild(folder, options.buildCommand ?? '', folder)];
  return {
    folder,
    kind: 'build',
    framework: framework.name,
    packageManager: manager?.name ?? null,
    commands,
    outputs: framework.outputs,
  };
}

function nothingToBuild(folder: string, hasPackageJson: boolean): StageError {
  return hasPackageJson
    ? new StageError(
        'no_build_script',
        `package.json in ${folder} has no “build” script, and there is no index.html beside it.`,
        'Add a build script, give a build command, or stage the folder that holds the built index.html.',
      )
    : new StageError(
        'no_package_json',
        `There is no package.json and no index.html in ${folder}.`,
        'Stage the folder of your prototype: the one with package.json, or with a finished index.html.',
      );
}
