import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The variables builds are run with. */
export type Environment = Record<string, string | undefined>;

/** Where a version manager stores Node versions, and their programs below. */
interface VersionStore {
  folder: string;
  bin: string;
}

function storesOf(environment: Environment): VersionStore[] {
  const home = environment['HOME'] ?? os.homedir();
  const fnm = [
    environment['FNM_DIR'],
    path.join(environment['XDG_DATA_HOME'] ?? path.join(home, '.local/share'), 'fnm'),
    path.join(home, 'Library/Application Support/fnm'),
    path.join(home, '.fnm'),
  ].filter((folder) => folder !== undefined);
  return [
    { folder: path.join(environment['NVM_DIR'] ?? path.join(home, '.nvm'), 'versions/node'), bin: 'bin' },
    ...fnm.map((folder) => ({ folder: path.join(folder, 'node-versions'), bin: 'installation/bin' })),
  ];
}

const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

const firstWord = (text: string | null): string | undefined => text?.trim().split(/\s+/)[0];

/** Returns the version that a folder's nvm, fnm, nodenv or asdf file requests, or null. */
async function wantedIn(folder: string): Promise<string | null> {
  for (const name of ['.nvmrc', '.node-version']) {
    const wanted = firstWord(await readText(path.join(folder, name)));
    if (wanted) return wanted;
  }
  const tools = await readText(path.join(folder, '.tool-versions'));
  return /^nodejs\s+(\S+)/m.exec(tools ?? '')?.[1] ?? null;
}

async function wantedVersion(folder: string): Promise<string | null> {
  const parent = path.dirname(folder);
  return (await wantedIn(folder)) ?? (parent === folder ? null : wantedVersion(parent));
}

const numbersOf = (version: string): number[] => version.replace(/^v/, '').split('.').map(Number);

const newestFirst = (one: string, other: string): number => {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  return (b[0] ?? 0) - (a[0] ?? 0) || (b[1] ?? 0) - (a[1] ?? 0) || (b[2] ?? 0) - (a[2] ?? 0);
};

const ALIAS_DEPTH = 4;

/** Resolves aliases such as `lts/iron`, which nvm stores as files containing a version or another alias. */
async function withoutAlias(wanted: string, environment: Environment, depth = 0): Promise<string> {
  if (depth === ALIAS_DEPTH || /^v?\d/.test(wanted) || !/^[\w./*-]+$/.test(wanted) || wanted.includes('..'))
    return wanted;
  const nvm = environment['NVM_DIR'] ?? path.join(environment['HOME'] ?? os.homedir(), '.nvm');
  const named = firstWord(await readText(path.join(nvm, 'alias', wanted)));
  return named === undefined ? wanted : withoutAlias(named, environment, depth + 1);
}

/** Returns the program folder of the requested Node; null when it is not installed. */
async function wantedBin(folder: string, environment: Environment): Promise<string | null> {
  const declared = await wantedVersion(folder);
  if (declared === null) return null;
  const version = (await withoutAlias(declared, environment)).replace(/^v/, '');
  const fits = (name: string): boolean => `${name.replace(/^v/, '')}.`.startsWith(`${version}.`);
  for (const { folder: store, bin } of storesOf(environment)) {
    const installed = await readdir(store).catch(() => []);
    const [found] = installed.filter(fits).sort(newestFirst);
    if (found !== undefined) return path.join(store, found, bin);
  }
  return null;
}

/**
 * Returns the variables a terminal would have in a folder: version managers that act on `cd` put its Node
 * first.
 */
export async function environmentIn(folder: string, environment: Environment): Promise<Environment> {
  const bin = await wantedBin(folder, environment);
  if (bin === null) return environment;
  return { ...environment, PATH: [bin, environment['PATH'] ?? ''].join(path.delimiter) };
}
