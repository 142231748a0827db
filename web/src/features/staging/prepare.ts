import { FILES_PER_SNAPSHOT, NAME_MAX, type PlanLimits } from '@stagelink/shared/contracts/limits';
import { commonFolder, pathsProblem } from '@stagelink/shared/domain/paths';
import { IGNORE_FILE } from '@stagelink/shared/domain/ignoredPaths';
import { chosenOutput } from '@stagelink/shared/domain/outputFolders';
import { ignoreRules } from '@stagelink/shared/staging/core/ignoreRules';
import { bytes } from '@stagelink/shared/domain/format';
import type { Bundle } from './api.ts';
import { t } from './copy.ts';
import type { FoundFile } from './gather.ts';
import { Unstageable } from './unstageable.ts';

/** What the browser checks of a plan before it uploads. */
export type SizeLimit = Pick<PlanLimits, 'snapshotBytes'>;

const isZip = ({ path }: FoundFile) => /\.zip$/i.test(path);
const isPage = ({ path }: FoundFile) => /\.html?$/i.test(path);
function under(folder: string, files: readonly FoundFile[]): FoundFile[] {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, file }) => ({ path: path.slice(folder.length + 1), file }));
}

/** Where the pages are in what was chosen: in a project its output, which it must hold. */
function outputOf(files: readonly FoundFile[]): string {
  const found = chosenOutput(files.map(({ path }) => path));
  if (found === 'not_built') {
    const hasPages = files.some((file) => isPage(file) && !file.path.includes('/'));
    throw new Unstageable(t('source'), hasPages ? ['.'] : []);
  }
  if ('several' in found) throw new Unstageable(t('severalOutputs'), found.several);
  return found.folder;
}

/** Without what the ignore files of the project and of its output leave out. */
async function withoutIgnored(all: readonly FoundFile[], output: string): Promise<FoundFile[]> {
  const prefix = output === '.' ? '' : `${output}/`;
  const read = async (path: string, from: string) => {
    const found = all.find((file) => file.path === path);
    return found ? [{ prefix: from, text: await found.file.text() }] : [];
  };
  const own = await read(prefix + IGNORE_FILE, '');
  const ofProject = output === '.' ? [] : await read(IGNORE_FILE, prefix);
  const isIgnored = ignoreRules([...ofProject, ...own]);
  const files = output === '.' ? all : under(output, all);
  return files.filter(({ path }) => !isIgnored(path));
}

function assertSize(size: number, limits: SizeLimit): void {
  if (size > limits.snapshotBytes) {
    throw new Unstageable(
      t('tooLarge', { size: bytes(size, Math.ceil), limit: bytes(limits.snapshotBytes) }),
    );
  }
}

function zipBundle(files: readonly FoundFile[], limits: SizeLimit): Bundle {
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
 * Builds a bundle from the chosen files, or throws `Unstageable`. `output` is the chosen output folder. The
 * server validates everything again.
 */
export async function prepare(
  chosen: readonly FoundFile[],
  limits: SizeLimit,
  output?: string,
): Promise<Bundle> {
  if (chosen.length === 0) throw new Unstageable(t('nothing'));
  if (chosen.some((found) => isZip(found) && !found.path.includes('/'))) return zipBundle(chosen, limits);

  const folder = commonFolder(chosen.map(({ path }) => path));
  const all = folder === null ? chosen : under(folder, chosen);
  const part = output ?? outputOf(all);
  const files = await withoutIgnored(all, part);
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
