import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_RATIO, FILES_PER_SNAPSHOT } from '../../../contracts/limits.ts';
import { stageError } from '../../core/errors.ts';
import type { Emit } from '../../core/events.ts';
import { ArchiveError } from './errors.ts';
import { readZip } from './readZip.ts';

/** Folders, and a file that macOS adds per file, count in addition. */
const ENTRIES = FILES_PER_SNAPSHOT * 3;
/** The server's limit of a snapshot is smaller; this one keeps the disk from filling up. */
const BYTES = 4 * 1024 ** 3;
const LIMITS = {
  files: ENTRIES,
  entries: ENTRIES,
  bytes: BYTES,
  ratio: ARCHIVE_RATIO,
  tooLarge: 'The archive unpacks to more than 4 GB.',
};

export const isZip = (file: string): boolean => /\.zip$/i.test(file);

/** A folder with what an archive holds. */
export interface Unpacked {
  folder: string;
  /** Deletes it. */
  remove: () => void;
}

/** A zip of one folder means that folder. */
function contentsOf(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '__MACOSX');
  const [only, second] = entries;
  return only?.isDirectory() && !second ? path.join(folder, only.name) : folder;
}

async function writeFiles(file: string, folder: string, emit: Emit): Promise<void> {
  const links: string[] = [];
  const limits = { ...LIMITS, onLink: (link: string) => void links.push(link) };
  for await (const { path: name, body } of readZip(createReadStream(file), limits)) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    await pipeline(body, createWriteStream(target, { flags: 'wx' }));
  }
  for (const link of links) {
    rmSync(path.join(folder, link));
    emit({ type: 'link_skipped', path: link, reason: 'left_out' });
  }
}

/** Unpacks an archive to stage it. Throws `unreadable` for one that cannot be used. */
export async function unpack(file: string, emit: Emit): Promise<Unpacked> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stagelink-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await writeFiles(file, folder, emit);
    return { folder: contentsOf(folder), remove };
  } catch (cause) {
    remove();
    if (!(cause instanceof ArchiveError)) throw cause;
    throw stageError('unreadable', cause.message, 'Make the zip again, or stage the folder itself.', {
      cause,
    });
  }
}
