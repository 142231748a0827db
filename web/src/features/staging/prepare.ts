import { FILES_PER_SNAPSHOT, NAME_MAX, type PlanLimits } from '@stagelink/shared/contracts/limits';
import { commonFolder, pathsProblem } from '@stagelink/shared/domain/paths';
import { OPENING_ADVICE, openingProblem } from '@stagelink/shared/domain/opening';
import { isPagePath } from '@stagelink/shared/domain/startPage';
import type { ChosenOutput } from '@stagelink/shared/staging/core/chosenOutput';
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
import { listZip } from '@stagelink/shared/staging/core/zipListing';
import { bytes } from '@stagelink/shared/domain/format';
import type { Bundle } from './api.ts';
import { t } from './copy.ts';
import type { FoundFile } from './gather.ts';
import type { Choice } from './steps.ts';
import { Unstageable } from './unstageable.ts';

/** What the browser checks of a plan before it uploads. */
export type SizeLimit = Pick<PlanLimits, 'snapshotBytes'>;

const TEXT_BYTES = 4 * 1024 * 1024;

const isZip = ({ path }: FoundFile) => /\.zip$/i.test(path);
function under(folder: string, files: readonly FoundFile[]): FoundFile[] {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, file }) => ({ path: path.slice(folder.length + 1), file }));
}

/** Where the pages are in what was chosen: in a project its output, which it must hold. */
function outputOf(found: ChosenOutput, paths: readonly string[]): string {
  if (found === 'not_built') {
    const hasPages = paths.some((path) => isPagePath(path) && !path.includes('/'));
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

/** Throws if a link to these files would open nothing. */
function assertOpens(paths: readonly string[]): void {
  const problem = openingProblem(paths);
  if (problem === null) return;
  const { message, hint } = OPENING_ADVICE[problem];
  throw new Unstageable(`${message} ${hint}`);
}

/** Looks into a zip by the rules for a folder. The server reads one that cannot be listed. */
async function assertZipOpens(file: File, output: string | undefined): Promise<void> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
  const listed = await listZip({ size: file.size, read });
  if (listed === null) return;
  const { staged } = selectFiles(listed, ignoreRules());
  const folder = commonFolder(staged);
  const paths = folder === null ? staged : staged.map((path) => path.slice(folder.length + 1));
  const { findZippedOutput } = await import('./project.ts');
  const part = output ?? outputOf(findZippedOutput(paths), paths);
  assertOpens(
    part === '.'
      ? paths
      : paths.flatMap((path) => (path.startsWith(`${part}/`) ? [path.slice(part.length + 1)] : [])),
  );
}

async function zipBundle(
  files: readonly FoundFile[],
  limits: SizeLimit,
  output: string | undefined,
): Promise<Bundle> {
  const [zip, second] = files;
  if (!zip || second) throw new Unstageable(t('severalZips'));
  if (zip.file.size === 0) throw new Unstageable(t('emptyZip'));
  assertSize(zip.file.size, limits);
  await assertZipOpens(zip.file, output);
  return {
    kind: 'zip',
    name: zip.file.name.replace(/\.zip$/i, '').slice(0, NAME_MAX) || zip.file.name,
    file: zip.file,
    output,
    leftOut: [],
  };
}

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
  if (chosen.some((found) => isZip(found) && !found.path.includes('/')))
    return zipBundle(chosen, limits, output);

  const { findOutput, nameOf } = await import('./project.ts');
  const folder = commonFolder(chosen.map(({ path }) => path));
  const all = folder === null ? chosen : under(folder, chosen);
  const paths = all.map(({ path }) => path);
  const part = output ?? outputOf(await findOutput(all), paths);
  const inside = part === '.' ? all : under(part, all);
  const byPath = new Map(inside.map((found) => [found.path, found]));
  const { staged, leftOut } = await select(byPath, await rulesOf(all, inside, part), withNeeded);
  const files = staged.flatMap((path) => byPath.get(path) ?? []);
  assertOpens(staged);
  if (files.length > FILES_PER_SNAPSHOT) {
    throw new Unstageable(t('tooMany', { count: files.length, limit: FILES_PER_SNAPSHOT }));
  }
  const wrong = pathsProblem(files.map(({ path }) => path));
  if (wrong) throw new Unstageable(t('badPath', wrong));
  assertSize(
    files.reduce((sum, { file }) => sum + file.size, 0),
    limits,
  );
  const name = await nameOf(folder ?? files[0]?.path ?? '', files);
  return { kind: 'folder', name, files: withIgnoreFile(files), leftOut };
}
