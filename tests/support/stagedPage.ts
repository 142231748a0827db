import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Owner } from './story.ts';
import type { StagedFolder } from './stagelink.ts';

const PROTOTYPES = path.resolve(import.meta.dirname, '../prototypes');

/** Puts a page of the prototypes into a folder, as its start page. */
export async function usePage(folder: string, page: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(PROTOTYPES, `${page}.html`), path.join(folder, 'index.html'));
  return folder;
}

/** Puts a written page into a folder, as its start page. */
async function writePage(folder: string, html: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), html);
  return folder;
}

/** Stages a written page: the next version of the link that the folder has. */
export const stageHtml = async (
  owner: Owner,
  folder: string,
  html: string,
  ...flags: string[]
): Promise<StagedFolder> => owner.stage(await writePage(folder, html), ...flags);

/** Stages a page of the prototypes: the next version of the link that the folder has. */
export const stagePage = async (
  owner: Owner,
  folder: string,
  page: string,
  ...flags: string[]
): Promise<StagedFolder> => owner.stage(await usePage(folder, page), ...flags);
