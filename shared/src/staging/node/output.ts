import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  builtOutput,
  type FoundOutput,
  GENERATED_NAMES,
  isUsualOutput,
  mayHoldOutput,
  namedOutput,
  onlyOutput,
  OUTPUT_NAMES,
  pageFolders,
} from '../../domain/outputFolders.ts';
import type { Project } from './project.ts';
import { workspaceRoot } from './workspace.ts';
import type { UserError } from '../../client/userError.ts';
import { stageError } from '../core/errors.ts';

const FOLDERS = 20_000;
/** Some file systems store times no finer than this. */
const COARSE_MS = 2_000;
/** Tools that do not rewrite an output when its sources are unchanged. */
const SKIPPING = /\b(turbo|nx|lerna|moon|wireit|lage|bazel)\b/;

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
const hasIndex = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** Returns the paths of every index.html below a folder, nearest first. Does not follow links. */
function findPages(root: string, start = ''): string[] {
  const pages: string[] = [];
  const folders = isFolder(path.join(root, start)) ? [start] : [];
  for (let at = 0; at < folders.length && at < FOLDERS; at += 1) {
    const folder = folders[at] ?? '';
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && entry.name === 'index.html') pages.push(relative);
      if (entry.isDirectory() && mayHoldOutput(relative)) folders.push(relative);
    }
  }
  return pages;
}

/** A copy keeps its original's modification time, so the change time counts as well. */
function isWritten(file: string, since: number): boolean {
  const { mtimeMs, ctimeMs } = lstatSync(file);
  return Math.max(mtimeMs, ctimeMs) >= since;
}

function isWrittenTo(folder: string, since: number): boolean {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.some((entry) => entry.isFile() && isWritten(path.join(entry.parentPath, entry.name), since));
}

/**
 * Returns the folders whose index.html is new; otherwise, for builds that write only changes, those with
 * any new file.
 */
function writtenFolders(root: string, folders: readonly string[], since: number): string[] {
  const rewritten = folders.filter((name) => isWritten(path.join(root, name, 'index.html'), since));
  if (rewritten.length > 0) return rewritten;
  const isSource = (folder: string): boolean =>
    folder === '.' ||
    folders.some((name) => isUsualOutput(path.posix.relative(folder, name)) && name.startsWith(`${folder}/`));
  return folders.filter((name) => !isSource(name) && isWrittenTo(path.join(root, name), since));
}

function severalOutputs(folders: readonly string[]): UserError {
  return stageError(
    'no_output',
    `There are several folders with an index.html: ${folders.join(', ')}.`,
    `Choose one with the output option, such as “${folders[0]}”.`,
  );
}

function chosen(root: string, found: FoundOutput): string | null {
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && realpathSync.native(path.join(root, found.folder));
}

/** Returns the output of a generator without package.json, or null. */
export function generatedOutput(folder: string): string | null {
  const pages = GENERATED_NAMES.flatMap((name) => findPages(folder, name));
  const found = namedOutput(pageFolders(pages), GENERATED_NAMES);
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && found.folder;
}

/**
 * Returns an earlier build's output; a page next to package.json is last, because most builds start from
 * it.
 */
function builtEarlier({ folder, outputs }: Project): string | null {
  const folders = pageFolders(findPages(folder));
  const written = (name: string): number => lstatSync(path.join(folder, name, 'index.html')).mtimeMs;
  const usual = [...outputs, ...OUTPUT_NAMES].flatMap((name) => {
    const found = namedOutput(folders, [name]);
    return found && 'folder' in found ? [found.folder] : [];
  });
  const [newest] = usual.sort((a, b) => written(b) - written(a));
  if (newest !== undefined) return chosen(folder, { folder: newest });
  return (
    chosen(folder, builtOutput(folders, [...outputs, ...OUTPUT_NAMES])) ?? (hasIndex(folder) ? folder : null)
  );
}

/** Returns what the build has written: the framework's folder, otherwise the only one with an index.html. */
function writtenByBuild(project: Project, startedAt: number): string | null {
  const { folder, outputs, commands } = project;
  const written = writtenFolders(folder, pageFolders(findPages(folder)), startedAt - COARSE_MS);
  const found = chosen(folder, namedOutput(written, outputs) ?? onlyOutput(written));
  const texts = commands.flatMap(({ text, scripts }) => [text, ...scripts.map((script) => script.text)]);
  return found ?? (texts.some((text) => SKIPPING.test(text)) ? builtEarlier(project) : null);
}

/**
 * Returns the absolute path of the folder to stage: the requested one, otherwise the build's output,
 * otherwise an earlier output. `startedAt` is the start of the build in epoch milliseconds, null without
 * one. Throws `no_output` when it is missing, empty, not written or ambiguous, `no_index` when it has no
 * index.html.
 */
export function pickOutput(
  project: Project,
  requested: string | undefined,
  startedAt: number | null,
): string {
  if (requested !== undefined) return checkedOutput(path.resolve(project.folder, requested));
  if (project.output !== null) return checkedOutput(path.resolve(project.folder, project.output));
  const found = startedAt === null ? builtEarlier(project) : writtenByBuild(project, startedAt);
  if (found !== null) return found;
  const named = [...project.outputs, ...OUTPUT_NAMES]
    .map((name) => path.resolve(project.folder, name))
    .find((folder) => folder !== project.folder && isFolder(folder));
  if (named !== undefined) throw notWritten(checkedOutput(named));
  throw stageError(
    'no_output',
    `${startedAt === null ? 'There' : 'The build finished, but there'} is no output folder with an index.html in ${project.folder}.`,
    'Set it with the output option, such as “dist”.',
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
  if (!hasIndex(folder)) {
    throw stageError(
      'no_index',
      `The output folder ${folder} has no index.html.`,
      'A snapshot opens at index.html. Build one, or choose the folder that contains it.',
    );
  }
  return realpathSync.native(folder);
}
