import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../client/call.ts';
import { SnapshotId } from '../../contracts/snapshots.ts';
import { stageError } from '../core/errors.ts';

/**
 * File that names a project's snapshot, relative to its folder. Meant to be committed: it contains no
 * secret.
 */
export const PROJECT_LINK = '.stagelink/project.json';

const ProjectLink = z.object({
  /** URL of the server, without a trailing slash. */
  server: z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/$/, '')),
  snapshotId: SnapshotId,
});
export type ProjectLink = z.infer<typeof ProjectLink>;

const fileIn = (folder: string): string => path.join(folder, PROJECT_LINK);

/**
 * Returns the snapshot that a project is linked to, or null when it has no such file. Throws `UserError` with
 * `bad_project_link` for a file that names none: staging to a new link instead would surprise.
 */
export function readProjectLink(folder: string): ProjectLink | null {
  const text = readText(fileIn(folder));
  if (text === null) return null;
  const parsed = ProjectLink.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw stageError(
    'bad_project_link',
    `${fileIn(folder)} does not name a server and a snapshot.`,
    'Delete the file, or write it again with “stagelink link <link>”.',
  );
}

/**
 * Returns the snapshot that a project is linked to on this server, or null. Throws like `readProjectLink`.
 */
export function linkedSnapshot(folder: string, server: string): string | null {
  const link = readProjectLink(folder);
  return link && link.server === server ? link.snapshotId : null;
}

/** Links a project to a snapshot. Returns the path of the written file. */
export function writeProjectLink(folder: string, link: ProjectLink): string {
  const file = fileIn(folder);
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(link, null, 2)}\n`);
  renameSync(draft, file);
  return file;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && ['ENOENT', 'ENOTDIR'].includes(String(cause.code)))
      return null;
    throw stageError(
      'bad_project_link',
      `${file} could not be read.`,
      'Check that you can read it, or delete it.',
      { cause },
    );
  }
}
