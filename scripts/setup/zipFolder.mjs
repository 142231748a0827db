import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';

const DATE = new Date('1980-01-01T00:00:00Z');

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();

/**
 * Writes a zip of a folder. The same files always make the same bytes.
 * @param {string} folder @param {string} target
 */
export async function zipFolder(folder, target) {
  const archive = new ZipArchive({ zlib: { level: 9 } });
  for (const name of filesIn(folder)) {
    archive.append(readFileSync(path.join(folder, name)), { name, date: DATE });
  }
  await Promise.all([archive.finalize(), pipeline(archive, createWriteStream(target))]);
}
