import { FILES_PER_SNAPSHOT, NAME_MAX, type PlanLimits } from '@stagelink/shared/contracts/limits';
import { pathsProblem } from '@stagelink/shared/contracts/paths';
import type { Bundle } from '../../../data/staging.ts';
import { bytes } from '../../../ui/bytes.ts';
import { t } from '../../../words/staging.ts';
import type { Found } from './gather.ts';

/** Why what was chosen cannot be staged, as a sentence. */
export class Unstageable extends Error {
  override readonly name = 'Unstageable';
}

const isZip = ({ path }: Found) => /\.zip$/i.test(path);
const isPage = ({ path }: Found) => /\.html?$/i.test(path);
/** The folders builds write to, in the order they are looked for. */
const OUTPUTS = ['dist', 'build', 'out'];

function under(folder: string, files: readonly Found[]): Found[] {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, file }) => ({ path: path.slice(folder.length + 1), file }));
}

/** The one folder everything lies in, or null. */
function commonFolder(files: readonly Found[]): string | null {
  const first = files[0]?.path.split('/') ?? [];
  const folder = first.length > 1 ? first[0] : undefined;
  return folder !== undefined && files.every(({ path }) => path.startsWith(`${folder}/`)) ? folder : null;
}

const has = (files: readonly Found[], path: string) => files.some((found) => found.path === path);

/** A project that holds its own build is staged by that build; one that holds none is told to build first. */
function builtPart(files: readonly Found[]): readonly Found[] {
  if (!has(files, 'package.json')) return files;
  for (const output of OUTPUTS) {
    const inside = under(output, files);
    if (has(inside, 'index.html')) return inside;
  }
  throw new Unstageable(t('source'));
}

function assertSize(size: number, limits: PlanLimits): void {
  if (size > limits.snapshotBytes) {
    throw new Unstageable(t('tooLarge', { size: bytes(size), limit: bytes(limits.snapshotBytes) }));
  }
}

function zipBundle(files: readonly Found[], limits: PlanLimits): Bundle {
  const [zip, second] = files;
  if (!zip || second) throw new Unstageable(t('severalZips'));
  if (zip.file.size === 0) throw new Unstageable(t('emptyZip'));
  assertSize(zip.file.size, limits);
  return {
    kind: 'zip',
    name: zip.file.name.replace(/\.zip$/i, '').slice(0, NAME_MAX) || zip.file.name,
    file: zip.file,
  };
}

/** Makes a bundle of what was chosen, or throws `Unstageable`. The server checks all of it again. */
export function prepare(chosen: readonly Found[], limits: PlanLimits): Bundle {
  if (chosen.length === 0) throw new Unstageable(t('nothing'));
  if (chosen.some((found) => isZip(found) && !found.path.includes('/'))) return zipBundle(chosen, limits);

  const folder = commonFolder(chosen);
  const files = builtPart(folder === null ? chosen : under(folder, chosen));
  if (!files.some(isPage)) throw new Unstageable(t('noPage'));
  if (files.length > FILES_PER_SNAPSHOT) {
    throw new Unstageable(t('tooMany', { count: files.length, limit: FILES_PER_SNAPSHOT }));
  }
  const wrong = pathsProblem(files.map(({ path }) => path));
  if (wrong) throw new Unstageable(t('badPath', wrong));
  assertSize(
    files.reduce((sum, { file }) => sum + file.size, 0),
    limits,
  );
  return { kind: 'folder', name: (folder ?? files[0]?.path ?? '').slice(0, NAME_MAX), files };
}
