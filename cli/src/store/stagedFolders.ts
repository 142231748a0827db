import * as z from 'zod';
import { fileFor, readJson, removeFile, writeJson } from './files.ts';

/** Link of a folder, so that staging it again keeps the link. */
const StagedFolder = z.object({
  folder: z.string(),
  server: z.string(),
  snapshotId: z.string(),
  url: z.string(),
});
export type StagedFolder = z.infer<typeof StagedFolder>;

/** Two users of one computer have separate snapshots of a folder. */
const fileOf = (folder: string, server: string, uid: string): string =>
  fileFor('staged', folder, server, uid);

/** A snapshot whose upload was being finalized and may or may not exist. */
const publishingFileOf = (folder: string, server: string, uid: string): string =>
  fileFor('publishing', folder, server, uid);

function readStaged(file: string): StagedFolder | null {
  const parsed = StagedFolder.safeParse(readJson(file));
  return parsed.success ? parsed.data : null;
}

export const stagedFolder = (folder: string, server: string, uid: string): StagedFolder | null =>
  readStaged(fileOf(folder, server, uid));

export const rememberStaged = (staged: StagedFolder, uid: string): void =>
  writeJson(fileOf(staged.folder, staged.server, uid), staged);

export const forgetStaged = (staged: StagedFolder, uid: string): void =>
  removeFile(fileOf(staged.folder, staged.server, uid));

export const publishingFolder = (folder: string, server: string, uid: string): StagedFolder | null =>
  readStaged(publishingFileOf(folder, server, uid));

export const rememberPublishing = (staged: StagedFolder, uid: string): void =>
  writeJson(publishingFileOf(staged.folder, staged.server, uid), staged);

export const forgetPublishing = ({ folder, server }: StagedFolder, uid: string): void =>
  removeFile(publishingFileOf(folder, server, uid));
