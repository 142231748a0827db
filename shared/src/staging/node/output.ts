import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  builtOutput,
  type FoundOutput,
  generatedOutput,
  isUsualOutput,
  namedOutput,
  onlyOutput,
  OUTPUT_NAMES,
  pageFolders,
  UNCERTAIN_NAMES,
} from '../../domain/outputFolders.ts';
import { startPageOf } from '../../domain/startPage.ts';
import type { UserError } from '../../client/userError.ts';
import { declaredOutputs } from '../core/declaredOutputs.ts';
import { stageError } from '../core/errors.ts';
import { filesBelow, findPages, generatedFiles, isFolder, projectFiles, readerOf } from './folderFiles.ts';
import { pageReferences } from './ownPage.ts';
import type { Project } from './project.ts';
import { quietStat } from './quietStat.ts';
import { newerSource } from './staleness.ts';
import { workspaceRoot } from './workspace.ts';

/** Tools that do not rewrite an output that would not change, as after a change of a README. */
const SKIPPING =
  /\b(turbo|nx|lerna|moon|wireit|lage|bazel|make|gulp|webpack|rspack|hexo|tailwindcss|sphinx-build)\b/;
/** Where builds of a workspace write the outputs of its packages. */
const WORKSPACE_OUTPUTS = ['dist', 'build', 'out'];

/** What a folder and its workspace held before a build ran. All paths are absolute. */
export interface BeforeBuild {
  /** What the folder's own page refers to → what changes when it is written, null for what did not exist. */
  references: ReadonlyMap<string, string | null>;
  /** First page → what changes when it is written. */
  pages: ReadonlyMap<string, string>;
  /** Usual output → when a file in it was written last, in epoch milliseconds. */
  outputs: ReadonlyMap<string, number>;
}

/** A copy keeps its original's modification time, so the change time counts as well. */
function stampOf(file: string): string {
  const { mtimeMs, ctimeMs, size, ino } = lstatSync(file);
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

/** Returns the same for a path that may be no file. */
const stampIfFile = (file: string): string | null => (quietStat(file)?.isFile() ? stampOf(file) : null);

/** Returns the first pages of a workspace's outputs, relative to it; none when the project is the workspace. */
const workspacePages = (root: string, folder: string): string[] =>
  root === folder ? [] : WORKSPACE_OUTPUTS.flatMap((name) => findPages(root, name));

/** A copy keeps its original's modification time, so the change time counts as well. */
function lastWritten(folder: string): number {
  return filesBelow(folder)
    .map((file) => lstatSync(path.join(folder, file)))
    .reduce((latest, { mtimeMs, ctimeMs }) => Math.max(latest, mtimeMs, ctimeMs), 0);
}

const USUAL = [...OUTPUT_NAMES, ...UNCERTAIN_NAMES];

/** Returns the usual outputs among folders with a first page, without those inside of another one. */
const usualOutputs = (folders: readonly string[]): string[] =>
  folders.filter(
    (folder) =>
      folder !== '.' &&
      isUsualOutput(folder, USUAL) &&
      !folders.some((outer) => folder.startsWith(`${outer}/`) && isUsualOutput(outer, USUAL)),
  );

/** Records what a project's folder holds before its build. */
export async function beforeBuild(folder: string): Promise<BeforeBuild> {
  const root = await workspaceRoot(folder);
  const pages = findPages(folder);
  const around = workspacePages(root, folder).map((page) => path.join(root, page));
  const all = [...pages.map((page) => path.join(folder, page)), ...around];
  const outputs = usualOutputs(pageFolders(pages)).map((name) => path.join(folder, name));
  return {
    references: new Map(pageReferences(folder).map((file) => [file, stampIfFile(file)])),
    pages: new Map(all.map((page) => [page, stampOf(page)])),
    outputs: new Map(outputs.map((output) => [output, lastWritten(output)])),
  };
}

const areNew =
  (root: string, { pages }: BeforeBuild) =>
  (page: string): boolean =>
    pages.get(path.join(root, page)) !== stampOf(path.join(root, page));

/**
 * Returns the folders whose first page is new; otherwise, for builds that write only changes, the usual outputs
 * with any new file.
 */
function writtenFolders(root: string, before: BeforeBuild): string[] {
  const pages = findPages(root);
  const rewritten = pageFolders(pages.filter(areNew(root, before)));
  if (rewritten.length > 0) return rewritten;
  return usualOutputs(pageFolders(pages)).filter((name) => {
    const output = path.join(root, name);
    return lastWritten(output) > (before.outputs.get(output) ?? 0);
  });
}

function severalOutputs(folders: readonly string[]): UserError {
  const [first = ''] = folders;
  return stageError(
    'no_output',
    `There are several folders with an index.html: ${folders.join(', ')}.`,
    `Choose one as the output folder, such as “${first}”.`,
    { setting: { name: 'output', value: first } },
  );
}

function chosen(root: string, found: FoundOutput): string | null {
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && realpathSync.native(path.join(root, found.folder));
}

/** Returns what to stage of a folder without package.json, relative to it, or null. */
export async function outputWithoutPackage(folder: string): Promise<string | null> {
  const declared = await declaredOutputs(readerOf(folder));
  const found = await generatedOutput(generatedFiles(folder, declared), declared);
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && found.folder;
}

/** Returns what an earlier build of a package has written to the workspace around it, as Nx does; otherwise null. */
async function builtInWorkspace(folder: string): Promise<string | null> {
  const root = await workspaceRoot(folder);
  const name = path.relative(root, folder).split(path.sep).join('/');
  const outputs = WORKSPACE_OUTPUTS.flatMap((output) => [
    `${output}/${name}`,
    `${output}/${path.basename(name)}`,
  ]);
  return chosen(root, namedOutput(pageFolders(workspacePages(root, folder)), outputs));
}

/**
 * Returns an earlier build's output; a page next to package.json is last, because most builds start from
 * it.
 */
export async function builtEarlier({
  folder,
  outputs,
}: Pick<Project, 'folder' | 'outputs'>): Promise<string | null> {
  const files = projectFiles(folder);
  const found = await builtOutput(files, await declaredOutputs(files.read), outputs);
  const built = chosen(folder, found) ?? (await builtInWorkspace(folder));
  return built ?? (files.has('index.html') ? folder : null);
}

/** Returns the only output that a build has written to the workspace around its package; otherwise null. */
async function writtenToWorkspace(folder: string, before: BeforeBuild): Promise<string | null> {
  const root = await workspaceRoot(folder);
  const written = workspacePages(root, folder).filter(areNew(root, before));
  return chosen(root, onlyOutput(pageFolders(written)));
}

/** Returns an output that the build has left as it was because no source has changed; otherwise null. */
async function leftByBuild(project: Project): Promise<string | null> {
  const { folder, commands } = project;
  const output = await builtEarlier(project);
  if (output === null || output === folder) return null;
  const texts = commands.flatMap(({ text, scripts }) => [text, ...scripts.map((script) => script.text)]);
  const isSkipping = texts.some((text) => SKIPPING.test(text));
  return isSkipping || newerSource(folder, output) === null ? output : null;
}

/**
 * Returns a folder whose own page uses what its build writes, such as styles or a bundle. A bundler leaves a bundle
 * as it is when that would not change.
 */
function ownPageOfBuild({ folder }: Project, { references }: BeforeBuild): string | null {
  const isBuilt = ([file, stamp]: [string, string | null]): boolean => {
    const present = stampIfFile(file);
    const name = path.relative(folder, file).split(path.sep).join('/');
    return present !== null && (present !== stamp || isUsualOutput(path.posix.dirname(name)));
  };
  return [...references].some(isBuilt) ? folder : null;
}

/**
 * Returns what the build has written: what hosting's configuration or the framework names, otherwise the only folder
 * with a first page; without any, an output that is up to date, or the folder itself when its page uses what was built.
 */
async function writtenByBuild(project: Project, before: BeforeBuild): Promise<string | null> {
  const { folder, outputs } = project;
  const written = writtenFolders(folder, before);
  const named = [...(await declaredOutputs(readerOf(folder))), ...outputs];
  const found = chosen(folder, namedOutput(written, named) ?? onlyOutput(written));
  return (
    found ??
    (await writtenToWorkspace(folder, before)) ??
    (await leftByBuild(project)) ??
    ownPageOfBuild(project, before)
  );
}

/**
 * Returns the absolute path of the folder to stage: the requested one, otherwise the build's output,
 * otherwise an earlier output. `before` is null without a build. Throws `no_output` when it is missing, empty, not
 * written or ambiguous, `no_index` when a link to it would open nothing.
 */
export async function pickOutput(
  project: Project,
  requested: string | undefined,
  before: BeforeBuild | null,
): Promise<string> {
  if (requested !== undefined) return checkedOutput(path.resolve(project.folder, requested));
  if (project.output !== null) return checkedOutput(path.resolve(project.folder, project.output));
  const found = before === null ? await builtEarlier(project) : await writtenByBuild(project, before);
  if (found !== null) return found;
  const named = [...project.outputs, ...OUTPUT_NAMES]
    .map((name) => path.resolve(project.folder, name))
    .find((folder) => folder !== project.folder && isFolder(folder));
  if (named !== undefined) throw notWritten(checkedOutput(named));
  throw stageError(
    'no_output',
    `${before === null ? 'There' : 'The build finished, but there'} is no output folder with an index.html in ${project.folder}.`,
    'Give the output folder, such as “dist”.',
    { setting: { name: 'output', value: 'dist' } },
  );
}

const notWritten = (folder: string): UserError =>
  stageError(
    'no_output',
    `The build wrote nothing to ${folder}.`,
    'Check where the build writes. To stage the existing output, stage without building.',
  );

/** Whether a path is a folder or in it, comparing texts. On Windows the path may be on another drive. */
export function isInside(file: string, folder: string, { relative, isAbsolute, sep } = path): boolean {
  const inside = relative(folder, file);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/**
 * Asserts that an output is in its project or in the workspace of that. Expects real paths, because a link in
 * the project may lead anywhere.
 */
export async function assertInside({ folder }: Project, output: string): Promise<void> {
  if (isInside(output, folder)) return;
  if (isInside(output, realpathSync.native(await workspaceRoot(folder)))) return;
  throw stageError(
    'output_outside',
    `The output folder is ${output}, which is not inside ${folder}.`,
    'To publish that folder, stage it instead.',
  );
}

function checkedOutput(folder: string): string {
  if (!isFolder(folder)) {
    throw stageError(
      'no_output',
      `There is no output folder at ${folder}.`,
      'Check the output folder’s name and that the build writes it.',
    );
  }
  if (readdirSync(folder).length === 0) {
    throw stageError(
      'no_output',
      `The output folder ${folder} is empty.`,
      'Check what the build writes and where.',
    );
  }
  if (startPageOf(filesBelow(folder)).kind === 'nothing') {
    throw stageError(
      'no_index',
      `The output folder ${folder} has no index.html and no other page.`,
      'A snapshot opens at index.html. Build one, or choose the folder that contains it.',
    );
  }
  return realpathSync.native(folder);
}
