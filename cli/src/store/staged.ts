import * as z from 'zod';
import { fileFor, readJson, removeFile, writeJson } from './files.ts';

/** What a folder was staged to, so that staging it again keeps the link. */
const StagedFolder = z.object({
  folder: z.string(),
  server: z.string(),
  snapshotId: z.string(),
  url: z.string(),
});
export type StagedFolder = z.infer<typeof StagedFolder>;

/** `account` is the user's id: two people at one machine have two snapshots of a folder. */
const place = (folder: string, server: string, account: string): string =>
  fileFor('staged', folder, server, account);

export function stagedFolder(folder: string, server: string, account: string): StagedFolder | null {
  const parsed = StagedFolder.safeParse(readJson(place(folder, server, account)));
  return parsed.success ? parsed.data : null;
}

export const rememberStaged = (staged: StagedFolder, account: string): void =>
  writeJson(place(staged.folder, staged.server, account), staged);

export const forgetStaged = (staged: StagedFolder, account: string): void =>
  removeFile(place(staged.folder, staged.server, account));
