import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type FolderFiles,
  isFirstPage,
  mayHoldOutput,
  OUTPUT_NAMES,
  UNCERTAIN_NAMES,
} from '../../domain/outputFolders.ts';
import { quietStat } from './quietStat.ts';

const FOLDERS = 20_000;

/** Whether a path is a folder, or a link to one. */
export const isFolder = (folder: string): boolean => quietStat(folder)?.isDirectory() ?? false;

/** Returns the paths of the first pages below a folder, nearest first. Does not follow links. */
export function findPages(root: string, start = ''): string[] {
  const pages: string[] = [];
  const folders = isFolder(path.join(root, start)) ? [start] : [];
  for (let at = 0; at < folders.length && at < FOLDERS; at += 1) {
    const folder = folders[at] ?? '';
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && isFirstPage(relative)) pages.push(relative);
      if (entry.isDirectory() && mayHoldOutput(relative)) folders.push(relative);
    }
  }
  return pages;
}

/** Returns the files and links below a folder, relative to it with `/`; none without a folder. Does not follow links. */
export function filesBelow(root: string): string[] {
  const files: string[] = [];
  const folders = isFolder(root) ? [''] : [];
  // Node's recursive readdir follows links, also in a circle.
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      (entry.isDirectory() ? folders : files).push(folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }
  return files;
}

/** Returns the files below a folder that a stage may take, at most `most`: none of dependencies and hidden folders. */
export function stageableBelow(root: string, most: number): string[] {
  const files: string[] = [];
  const folders = isFolder(root) ? [''] : [];
  for (let folder = folders.pop(); folder !== undefined && files.length < most; folder = folders.pop()) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      (entry.isDirectory() ? folders : files).push(folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }
  return files;
}

/** Returns the first pages in a folder itself and in those where generators write; other folders may be anything. */
function findGeneratedPages(root: string, declared: readonly string[]): string[] {
  const own = readdirSync(root).filter((name) => isFirstPage(name));
  const starts = [...declared.filter((name) => name !== '.'), ...OUTPUT_NAMES, ...UNCERTAIN_NAMES];
  return [...new Set([...own, ...starts.flatMap((name) => findPages(root, name))])];
}

const filesOf = (root: string, pages: readonly string[]): FolderFiles => ({
  pages,
  has: (file) => existsSync(path.join(root, file)),
  read: (file) => readFile(path.join(root, file), 'utf8').catch(() => ''),
  modified: (file) => lstatSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
});

/** Returns the files of a project, as far as finding its output needs them. */
export const projectFiles = (root: string): FolderFiles => filesOf(root, findPages(root));

/** The same for a folder without package.json, where `declared` are outputs that its configuration names. */
export const generatedFiles = (root: string, declared: readonly string[]): FolderFiles =>
  filesOf(root, findGeneratedPages(root, declared));

/** Returns a reader of a folder's files; an empty text for what cannot be read. */
export const readerOf = (root: string): FolderFiles['read'] => filesOf(root, []).read;
