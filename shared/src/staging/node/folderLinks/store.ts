import { createHash } from 'node:crypto';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import { folderKey } from './folderKey.ts';
import { readText, withLock, writeText } from './lockedFile.ts';
import { type FolderLink, type FolderPlace, FolderRecord } from './record.ts';

/** An owner of links: one user of one server. */
export type LinkOwner = Omit<FolderPlace, 'folder'>;

/** Folder with the data of all programs of Stagelink for this user of the computer. */
export const dataFolder = (): string => envPaths('stagelink', { suffix: '' }).data;

function parse(text: string | undefined): FolderRecord | null {
  try {
    return FolderRecord.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null; // Damaged: the server still knows the folder by its key.
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}

const empty = (place: FolderPlace): FolderRecord => ({ ...place, link: null, linkedAt: 0 });

/**
 * The record of one folder. Reading needs no lock; changes of several programs run one after another.
 * See docs/decisions/0298.
 */
export class FolderRecordFile {
  readonly place: FolderPlace;
  readonly #file: string;
  readonly #secretFile: string;

  constructor(folder: string, place: FolderPlace) {
    this.place = place;
    const key = JSON.stringify([place.folder, place.server, place.uid]);
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    this.#file = path.join(folder, 'links', `${name}.json`);
    this.#secretFile = path.join(folder, 'computer.key');
  }

  read(): FolderRecord {
    return parse(readText(this.#file)) ?? empty(this.place);
  }

  async change(next: (record: FolderRecord) => FolderRecord): Promise<void> {
    await withLock(this.#file, async () => {
      await writeText(this.#file, `${JSON.stringify(next(this.read()), null, 2)}\n`);
    });
  }

  /** Stores the link of the folder; null: it has none any more. */
  setLink(link: FolderLink | null): Promise<void> {
    return this.change((record) => ({ ...record, link, linkedAt: Date.now() }));
  }

  /** Stores that the folder is staged to the snapshot that its project link names, without a question. */
  useProjectLink(link: FolderLink): Promise<void> {
    const project = { snapshotId: link.snapshotId, isUsed: true };
    return this.change((record) => ({ ...record, link, linkedAt: Date.now(), project }));
  }

  /**
   * Takes a link over that a client of an earlier release stored elsewhere, unless this record is newer. Repeating it
   * is harmless.
   */
  async bringOver(link: FolderLink, linkedAt: number): Promise<void> {
    if (this.read().linkedAt >= linkedAt) return;
    await this.change((record) => (record.linkedAt >= linkedAt ? record : { ...record, link, linkedAt }));
  }

  /** Names the folder to the server. */
  key(): Promise<string> {
    return folderKey(this.#secretFile, this.place);
  }
}

/** The links of the folders of this computer, shared by all programs of Stagelink. */
export class FolderLinks {
  readonly #folder: string;

  constructor(folder: string = dataFolder()) {
    this.#folder = folder;
  }

  /** Returns the record of a folder; links in its path are resolved. */
  of({ folder, server, uid }: FolderPlace): FolderRecordFile {
    return new FolderRecordFile(this.#folder, { folder: realPath(folder), server, uid });
  }

  /** Returns the records of folders that have a link, the newest link first. */
  all({ server, uid }: LinkOwner): FolderRecord[] {
    return this.#read()
      .filter((record) => record.server === server && record.uid === uid && record.link !== null)
      .sort((a, b) => b.linkedAt - a.linkedAt);
  }

  #read(): FolderRecord[] {
    const folder = path.join(this.#folder, 'links');
    try {
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      return names.flatMap((name) => parse(readText(path.join(folder, name))) ?? []);
    } catch {
      return []; // No folder was staged yet.
    }
  }
}
