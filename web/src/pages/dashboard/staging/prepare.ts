import { FILES_PER_SNAPSHOT, NAME_MAX, type PlanLimits } from '@stagelink/shared/contracts/limits';
import { pathsProblem } from '@stagelink/shared/contracts/paths';
import {
  builtOutput,
  GENERATED_NAMES,
  namedOutput,
  OUTPUT_NAMES,
  pageFolders,
} from '@stagelink/shared/domain/outputFolders';
import type { Bundle } from '../../../data/staging.ts';
import { bytes } from '../../../ui/bytes.ts';
import { t } from '../../../words/staging.ts';
import type { Found } from './gather.ts';
import { Unstageable } from './unstageable.ts';

const isZip = ({ path }: Found) => /\.zip$/i.test(path);
const isPage = ({ path }: Found) => /\.html?$/i.test(path);
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

/** Where the pages are in what was chosen: in a project its output, which it must hold, else what a generator wrote. */
function outputOf(files: readonly Found[]): string {
  const isProject = has(files, 'package.json');
  const hasPages = files.some((found) => isPage(found) && !found.path.includes('/'));
  if (!isProject && hasPages) return '.';
  const folders = pageFolders(files.map(({ path }) => path));
  const found = isProject ? builtOutput(folders, OUTPUT_NAMES) : namedOutput(folders, GENERATED_NAMES);
  if (found && 'several' in found) throw new Unstageable(t('severalOutputs'), found.several);
  if (!found && isProject) throw new Unstageable(t('source'), hasPages ? ['.'] : []);
  return found?.folder ?? '.';
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

/**
 * Makes a bundle of what was chosen, or throws `Unstageable`. `output` is the folder of it to stage, when that was chosen
 * too. The server checks all of it again.
 */
export function prepare(chosen: readonly Found[], limits: PlanLimits, output?: string): Bundle {
  if (chosen.length === 0) throw new Unstageable(t('nothing'));
  if (chosen.some((found) => isZip(found) && !found.path.includes('/'))) return zipBundle(chosen, limits);

  const folder = commonFolder(chosen);
  const all = folder === null ? chosen : under(folder, chosen);
  const part = output ?? outputOf(all);
  const files = part === '.' ? all : under(part, all);
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
