import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import * as z from 'zod';
import { fileFor, readJson, writeJson } from './files.ts';

/** What `stagelink agent install` did to a file of this computer. */
const Installed = z.object({
  file: z.string(),
  created: z.enum(['file', 'list', 'entry']),
  /** Hash of a file that is ours as a whole. */
  hash: z.string().optional(),
  /** The outermost folder that was created for it. */
  folder: z.string().nullable(),
});
export type Installed = z.infer<typeof Installed>;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const fileOf = (file: string): string => fileFor('agents', file);

/** Returns what was done to a file; undefined where nothing was, or on another computer. */
export const installedAt = (file: string): Installed | undefined =>
  Installed.safeParse(readJson(fileOf(file))).data;

export const rememberInstalled = (installed: Installed): void => writeJson(fileOf(installed.file), installed);

export const forgetInstalled = (file: string): void => rmSync(fileOf(file), { force: true });
