import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { ROOT } from '../setup/root.mjs';

interface Manifest {
  version: string;
  description?: string;
  license?: string;
  engines?: Record<string, string>;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const writeJson = async (file: string, value: unknown): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
};

const OURS = '@stagelink/';
/** Workspaces that the server's package brings along. */
const BUNDLED = ['shared', 'postgres'];
/** Built files that the server serves. */
const SERVED = [
  'web/dist',
  'web/dist-agent',
  'web/dist-handed-over',
  'extension/package.json',
  'extension/dist/stagelink.vsix',
  'capture/package.json',
  'capture/dist/stagelink-capture.zip',
  'capture/dist/stagelink-capture-firefox.zip',
  'scripts/setup',
];

const isForTests = (file: string) => /(^|\/)testing(\/|$)|\.test\.[cm]?tsx?$/.test(file);

/** Our own modules, in imports and where another thread or program starts. */
const OWN_MODULE = /((?:from|import)\s*\(?\s*|new URL\(\s*)(['"])([^'"\n]+)\.ts\2/g;

/** Node runs no TypeScript below `node_modules`. */
export const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(OWN_MODULE, '$1$2$3.js$2');

/** Copies a folder of source as JavaScript, without its tests. */
async function copyCode(from: string, to: string): Promise<void> {
  const files = await readdir(path.join(ROOT, from), { recursive: true, withFileTypes: true });
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name);
    const relative = path.relative(path.join(ROOT, from), file);
    if (!entry.isFile() || isForTests(relative)) continue;
    const target = path.join(to, relative.replace(/\.ts$/, '.js'));
    await mkdir(path.dirname(target), { recursive: true });
    if (/\.(ts|mjs)$/.test(file)) await writeFile(target, toJavaScript(await readFile(file, 'utf8')));
    else await cp(file, target);
  }
}

const foreign = (dependencies: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith(OURS)));

/** Writes a workspace where Node finds it by its name. Returns what it depends on. */
async function bundleWorkspace(name: string, target: string): Promise<Record<string, string>> {
  const { version, exports: entries = {}, dependencies } = await readManifest(name);
  const folder = path.join(target, 'node_modules', OURS + name);
  await copyCode(`${name}/src`, path.join(folder, 'src'));
  const compiled = Object.entries(entries).filter(([entry]) => !isForTests(entry));
  const exports = Object.fromEntries(compiled.map(([entry, file]) => [entry, file.replace(/\.ts$/, '.js')]));
  await writeJson(path.join(folder, 'package.json'), {
    name: OURS + name,
    version,
    license: 'MIT',
    type: 'module',
    exports,
  });
  return foreign(dependencies);
}

/** Writes the package `stagelink-server`: code, web app and extensions, with PostgreSQL as a dependency. */
export async function writeServerPackage(target: string): Promise<void> {
  const { version, license } = await readManifest('.');
  const { dependencies } = await readManifest('server');
  await copyCode('server/src', path.join(target, 'server/src'));
  await copyCode('server/migrations', path.join(target, 'server/migrations'));
  await copyCode('server/bin', path.join(target, 'server/bin'));
  await cp(path.join(ROOT, 'server/sample'), path.join(target, 'server/sample'), { recursive: true });
  for (const file of [...SERVED, 'LICENSE']) {
    const keep = (source: string) => !isForTests(path.relative(ROOT, source));
    await cp(path.join(ROOT, file), path.join(target, file), { recursive: true, filter: keep });
  }
  const bundled = await Promise.all(BUNDLED.map((name) => bundleWorkspace(name, target)));
  const ours = Object.fromEntries(BUNDLED.map((name) => [OURS + name, version]));
  await writeJson(path.join(target, 'package.json'), {
    name: 'stagelink-server',
    version,
    description: 'Serves folders as private links that people open, comment on and approve.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'stagelink-server': 'server/bin/stagelink-server.mjs' },
    dependencies: { ...Object.assign({}, ...bundled, foreign(dependencies)), ...ours },
    bundleDependencies: Object.keys(ours),
  });
}

/** Writes the package `stagelink`, the command, which contains all but what cannot be bundled. */
export async function writeCommandPackage(target: string): Promise<void> {
  const { version, description, license } = await readManifest('.');
  const { engines, dependencies = {} } = await readManifest('cli');
  for (const file of ['bin', 'dist'])
    await cp(path.join(ROOT, 'cli', file), path.join(target, file), { recursive: true });
  await cp(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
  await writeJson(path.join(target, 'package.json'), {
    name: 'stagelink',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { stagelink: 'bin/stagelink.js' },
    dependencies: { '@napi-rs/keyring': dependencies['@napi-rs/keyring'], open: dependencies['open'] },
  });
}
