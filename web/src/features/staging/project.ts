import { type FolderFiles, isFirstPage, outputByNames } from '@stagelink/shared/domain/outputFolders';
import { suggestedName } from '@stagelink/shared/domain/snapshotName';
import { chosenOutput, type ChosenOutput } from '@stagelink/shared/staging/core/chosenOutput';
import type { FoundFile } from './gather.ts';

const PAGE_BYTES = 4 * 1024 * 1024;

function folderFilesOf(files: readonly FoundFile[]): FolderFiles {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return {
    pages: [...byPath.keys()].filter(isFirstPage),
    has: (path) => byPath.has(path),
    read: async (path) => (await byPath.get(path)?.slice(0, PAGE_BYTES).text()) ?? '',
    modified: (path) => byPath.get(path)?.lastModified ?? 0,
  };
}

/** Finds what to stage of a chosen folder. */
export const findOutput = (files: readonly FoundFile[]): Promise<ChosenOutput> =>
  chosenOutput(folderFilesOf(files));

/** The same of the files in a zip, which are not read here. */
export const findZippedOutput = (paths: readonly string[]): ChosenOutput =>
  outputByNames(paths) ?? 'not_built';

/** Returns the name of a snapshot of these files, which were chosen as `folder`. */
export async function nameOf(folder: string, files: readonly FoundFile[]): Promise<string> {
  const page = await folderFilesOf(files).read('index.html');
  return suggestedName({ folder, parent: '', packageName: () => null, page: () => page });
}
