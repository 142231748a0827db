import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Environment } from './environment.ts';

/** Where version managers keep each Node, and its programs below that. */
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

/** What a folder asks for in the files of nvm, fnm, nodenv or asdf; null when it says nothing. */
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

/** nvm keeps names such as `lts/iron` as files that hold a version or another name. */
async function withoutAlias(wanted: string, environment: Environment, depth = 0): Promise<string> {
  if (depth === ALIAS_DEPTH || /^v?\d/.test(wanted) || !/^[\w./*-]+$/.test(wanted) || wanted.includes('..'))
    return wanted;
  const nvm = environment['NVM_DIR'] ?? path.join(environment['HOME'] ?? os.homedir(), '.nvm');
  const named = firstWord(await readText(path.join(nvm, 'alias', wanted)));
  return named === undefined ? wanted : withoutAlias(named, environment, depth + 1);
}

/** The programs of the Node that a folder asks for, where a version manager has installed it; null: no such Node. */
async function wantedBin(folder: string, environment: Environment): Promise<string | null> {
  const asked = await wantedVersion(folder);
  if (asked === null) return null;
  const version = (await withoutAlias(asked, environment)).replace(/^v/, '');
  const fits = (name: string): boolean => `${name.replace(/^v/, '')}.`.startsWith(`${version}.`);
  for (const { folder: store, bin } of storesOf(environment)) {
    const installed = await readdir(store).catch(() => []);
    const [found] = installed.filter(fits).sort(newestFirst);
    if (found !== undefined) return path.join(store, found, bin);
  }
  return null;
}

/** The variables a terminal would have in a folder: version managers that act on `cd` put the Node it asks for first. */
export async function environmentIn(folder: string, environment: Environment): Promise<Environment> {
  const bin = await wantedBin(folder, environment);
  if (bin === null) return environment;
  return { ...environment, PATH: [bin, environment['PATH'] ?? ''].join(path.delimiter) };
}
