import { FILES_PER_SNAPSHOT, NAME_MAX, type PlanLimits } from '@stagelink/shared/contracts/limits';
import { commonFolder, pathsProblem } from '@stagelink/shared/domain/paths';
import { chosenOutput } from '@stagelink/shared/domain/outputFolders';
import {
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFileEncoding,
  ignoreRules,
  type IgnoreRules,
} from '@stagelink/shared/staging/core/ignoreRules';
import { holdsKey, KEY_HEAD_BYTES, mayHoldKey } from '@stagelink/shared/staging/core/keyFiles';
import { selectFiles, type Selection } from '@stagelink/shared/staging/core/leftOut';
import { bringBack, findNeededPaths } from '@stagelink/shared/staging/core/neededPaths';
import { describeQuestion } from '@stagelink/shared/staging/core/questions';
import { bytes } from '@stagelink/shared/domain/format';
import type { Bundle } from './api.ts';
import { t } from './failureCopy.ts';
import type { FoundFile } from './gather.ts';
import type { Choice } from './steps.ts';
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
    throw new Unstageable(t('source'), { outputs: hasPages ? ['.'] : [] });
  }
  if ('several' in found) throw new Unstageable(t('severalOutputs'), { outputs: found.several });
  return found.folder;
}

/** Returns the text of an ignore file; what cannot be read leaves nothing out, so nothing is staged. */
async function textOf({ path, file }: FoundFile): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder(ignoreFileEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new Unstageable(t('badIgnoreFile', { path }));
  }
}

async function keysAmong(files: readonly FoundFile[]): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const { path, file } of files.filter((found) => mayHoldKey(found.path))) {
    if (holdsKey(await file.slice(0, KEY_HEAD_BYTES).text())) keys.add(path);
  }
  return keys;
}

/** Returns the rules of an output: ours, then those of the ignore files of the project and of its output. */
async function rulesOf(
  all: readonly FoundFile[],
  files: readonly FoundFile[],
  output: string,
): Promise<(more?: readonly IgnoreFile[]) => IgnoreRules> {
  const prefix = output === '.' ? '' : `${output}/`;
  const read = async (path: string, from: string): Promise<IgnoreFile[]> => {
    const found = all.find((file) => file.path === path);
    return found ? [{ prefix: from, text: await textOf(found) }] : [];
  };
  const own = await read(prefix + IGNORE_FILE, '');
  const ofProject = output === '.' ? [] : await read(IGNORE_FILE, prefix);
  const keys = await keysAmong(files);
  const paths = new Set(files.map(({ path }) => path));
  return (more = []) =>
    ignoreRules([...ofProject, ...own, ...more], {
      isKey: (path) => keys.has(path),
      has: (path) => paths.has(path),
    });
}

/** Makes the server stage all files that follow, where an ignore file brought some back. */
const ALL = { path: IGNORE_FILE, file: new File(['!*'], IGNORE_FILE, { lastModified: 0 }) };

function withIgnoreFile(files: readonly FoundFile[]): FoundFile[] {
  const rules = ignoreRules();
  return files.some(({ path }) => rules(path) !== null) ? [ALL, ...files] : [...files];
}

function assertSize(size: number, limits: SizeLimit): void {
  if (size > limits.snapshotBytes) {
    throw new Unstageable(
      t('tooLarge', { size: bytes(size, Math.ceil), limit: bytes(limits.snapshotBytes) }),
      { isTooLarge: true },
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
    leftOut: [],
  };
}

const TEXT_BYTES = 4 * 1024 * 1024;

/** Selects what is staged. Throws `Unstageable` when the user has to decide about what a page refers to. */
async function select(
  files: ReadonlyMap<string, FoundFile>,
  rulesWith: (more?: readonly IgnoreFile[]) => IgnoreRules,
  withNeeded: boolean | undefined,
): Promise<Selection> {
  const paths = [...files.keys()];
  const selection = selectFiles(paths, rulesWith());
  if (withNeeded === false) return selection;
  const needed = await findNeededPaths(selection.staged, selection.leftOut, async (path) => {
    const file = files.get(path)?.file;
    return file && file.size <= TEXT_BYTES ? file.text() : '';
  });
  if (needed.length === 0) return selection;
  if (withNeeded) return selectFiles(paths, rulesWith([bringBack(needed)]));
  const { title, lines } = describeQuestion({ kind: 'left_out', needed });
  throw new Unstageable(`${title} ${lines.join('; ')}.`, { needed });
}

/**
 * Builds a bundle from the chosen files, or throws `Unstageable`. The server validates everything again.
 */
export async function prepare(
  chosen: readonly FoundFile[],
  limits: SizeLimit,
  { output, withNeeded }: Choice = {},
): Promise<Bundle> {
  if (chosen.length === 0) throw new Unstageable(t('nothing'));
  if (chosen.some((found) => isZip(found) && !found.path.includes('/'))) return zipBundle(chosen, limits);

  const folder = commonFolder(chosen.map(({ path }) => path));
  const all = folder === null ? chosen : under(folder, chosen);
  const part = output ?? outputOf(all);
  const inside = part === '.' ? all : under(part, all);
  const byPath = new Map(inside.map((found) => [found.path, found]));
  const { staged, leftOut } = await select(byPath, await rulesOf(all, inside, part), withNeeded);
  const files = staged.flatMap((path) => byPath.get(path) ?? []);
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
  const name = (folder ?? files[0]?.path ?? '').slice(0, NAME_MAX);
  return { kind: 'folder', name, files: withIgnoreFile(files), leftOut };
}
