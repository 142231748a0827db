import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NAMES = /^(licen[cs]e|copying|notice)/i;

/**
 * Returns the package folder of a bundled file: below the last `node_modules`, scope and name.
 * @param {string} file
 */
function packageFolder(file) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'));
  return found?.[1] ?? null;
}

/** @param {string} folder */
function textOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => NAMES.test(file));
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/**
 * Returns the license texts that must be shipped with a bundle.
 * @param {{ inputs: Record<string, unknown> }} metafile esbuild's
 */
export function licencesOf({ inputs }) {
  const folders = new Set(Object.keys(inputs).map(packageFolder));
  const texts = [...folders]
    .filter((folder) => folder !== null)
    .filter((folder) => existsSync(path.join(folder, 'package.json')))
    .map(textOf);
  if (texts.length === 0) throw new Error('A bundle without any library is not what was built');
  return `${texts.sort().join('\n\n---\n\n')}\n`;
}
