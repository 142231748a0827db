import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  builtOutput,
  type FoundOutput,
  GENERATED_NAMES,
  isUsualOutput,
  namedOutput,
  onlyOutput,
  OUTPUT_NAMES,
  pageFolders,
} from '../domain/outputFolders.ts';
import type { Project } from './detect.ts';
import { StageError } from './errors.ts';

/** Hidden folders are caches, except those that hold an output. */
const PASSED_OVER = /^(node_modules|\.(?!vitepress$|vuepress$|output$).*)$/;
/** How far below a project an output is looked for: `apps/web/dist/web/browser`. */
const DEPTH = 6;
const FOLDERS = 20_000;
/** Some file systems keep times no finer than this. */
const COARSE_MS = 2_000;
/** These leave an output as it is when nothing it is made from has changed. */
const SKIPPING = /\b(turbo|nx|lerna|moon|wireit|lage|bazel)\b/;

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
const hasIndex = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** Paths of every index.html in a folder and below it, nearest first. Links are not followed. */
function findPages(root: string, start = ''): string[] {
  const pages: string[] = [];
  const folders = isFolder(path.join(root, start)) ? [start] : [];
  for (let at = 0; at < folders.length && at < FOLDERS; at += 1) {
    const folder = folders[at] ?? '';
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && entry.name === 'index.html') pages.push(relative);
      const isNear = relative.split('/').length <= DEPTH;
      if (entry.isDirectory() && isNear && !PASSED_OVER.test(entry.name)) folders.push(relative);
    }
  }
  return pages;
}

/** A copy keeps the time its original was modified; when it was made is the time of its last change. */
function isWritten(file: string, since: number): boolean {
  const { mtimeMs, ctimeMs } = lstatSync(file);
  return Math.max(mtimeMs, ctimeMs) >= since;
}

function isWrittenTo(folder: string, since: number): boolean {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.some((entry) => entry.isFile() && isWritten(path.join(entry.parentPath, entry.name), since));
}

/** Folders whose index.html is new; else, for builds that write only what has changed, those with any new file. */
function writtenFolders(root: string, folders: readonly string[], since: number): string[] {
  const rewritten = folders.filter((name) => isWritten(path.join(root, name, 'index.html'), since));
  if (rewritten.length > 0) return rewritten;
  const isSource = (folder: string): boolean =>
    folder === '.' ||
    folders.some((name) => isUsualOutput(path.posix.relative(folder, name)) && name.startsWith(`${folder}/`));
  return folders.filter((name) => !isSource(name) && isWrittenTo(path.join(root, name), since));
}

function severalOutputs(folders: readonly string[]): StageError {
  return new StageError(
    'no_output',
    `There are several folders with an index.html: ${folders.join(', ')}.`,
    `Say which one to stage with the output option, such as “${folders[0]}”.`,
  );
}

function chosen(root: string, found: FoundOutput): string | null {
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && realpathSync.native(path.join(root, found.folder));
}

/** The output of a generator whose folder has no package.json; null when none of the usual folders has an index.html. */
export function generatedOutput(folder: string): string | null {
  const pages = GENERATED_NAMES.flatMap((name) => findPages(folder, name));
  const found = namedOutput(pageFolders(pages), GENERATED_NAMES);
  if (found && 'several' in found) throw severalOutputs(found.several);
  return found && found.folder;
}

/** What was built earlier; a page beside package.json comes last, because most builds start from it. */
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

/** What the build has written: the framework's own folder, else the only one with an index.html. */
function writtenByBuild(project: Project, startedAt: number): string | null {
  const { folder, outputs, commands } = project;
  const written = writtenFolders(folder, pageFolders(findPages(folder)), startedAt - COARSE_MS);
  const found = chosen(folder, namedOutput(written, outputs) ?? onlyOutput(written));
  const texts = commands.flatMap(({ text, scripts }) => [text, ...scripts.map((script) => script.text)]);
  return found ?? (texts.some((text) => SKIPPING.test(text)) ? builtEarlier(project) : null);
}

/**
 * Picks the folder to stage: the one asked for, else the one the build has written, else one that was built earlier.
 * `startedAt` is when the build began, in milliseconds since 1970, and null when none has run. Absolute. Throws
 * `no_output` when it is missing, empty, not written or one of several, `no_index` when it has no index.html.
 */
export function pickOutput(project: Project, asked: string | undefined, startedAt: number | null): string {
  if (asked !== undefined) return checkedOutput(path.resolve(project.folder, asked));
  if (project.output !== null) return checkedOutput(path.resolve(project.folder, project.output));
  const found = startedAt === null ? builtEarlier(project) : writtenByBuild(project, startedAt);
  if (found !== null) return found;
  const named = [...project.outputs, ...OUTPUT_NAMES]
    .map((name) => path.resolve(project.folder, name))
    .find((folder) => folder !== project.folder && isFolder(folder));
  if (named !== undefined) throw notWritten(checkedOutput(named));
  throw new StageError(
    'no_output',
    `${startedAt === null ? 'There' : 'The build finished, but there'} is no output folder with an index.html in ${project.folder}.`,
    'Say where it is with the output option, such as “dist”.',
  );
}

const notWritten = (folder: string): StageError =>
  new StageError(
    'no_output',
    `The build wrote nothing to ${folder}.`,
    'Check where the build writes. To stage what was built earlier, stage it without building.',
  );
function checkedOutput(folder: string): string {
  if (!isFolder(folder)) {
    throw new StageError(
      'no_output',
      `There is no output folder at ${folder}.`,
      'Check the output folder’s name and that the build writes it.',
    );
  }
  if (readdirSync(folder).length === 0) {
    throw new StageError(
      'no_output',
      `The output folder ${folder} is empty.`,
      'Check what the build writes and where.',
    );
  }
  if (!hasIndex(folder)) {
    throw new StageError(
      'no_index',
      `The output folder ${folder} has no index.html.`,
      'A snapshot opens at index.html: build one, or name the folder that has it.',
    );
  }
  return realpathSync.native(folder);
}
