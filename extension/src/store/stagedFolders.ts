import { FolderLinks, type FolderRecordFile } from '@stagelink/shared/staging/node/folderLinks/index';
import type { Memento } from 'vscode';

const KEY = 'stagedFolders';

/** Two users of one computer, or one user on two servers, have separate snapshots of a folder. */
export interface Owner {
  server: string;
  uid: string;
}

/** A folder with its link. Does not contain the password. */
export interface StagedFolder {
  folder: string;
  snapshotId: string;
  url: string;
}

type StoredFolder = StagedFolder & Owner;

/**
 * Folders that were staged from this workspace. Their links are recorded for all programs of this computer; those stored
 * here are what earlier releases knew.
 */
export class StagedFolders {
  readonly links: FolderLinks;
  readonly #memento: Memento;

  constructor(memento: Memento, links = new FolderLinks()) {
    this.#memento = memento;
    this.links = links;
  }

  /** Most recently staged first. */
  of(owner: Owner): readonly StagedFolder[] {
    const here = new Set(this.#ownedBy(owner).map(({ folder }) => folder));
    return this.links
      .all(owner)
      .flatMap(({ folder, link }) => (link !== null && here.has(folder) ? [{ folder, ...link }] : []));
  }

  /** Brings the links over that only an earlier release stored. Repeating it is harmless. */
  async bringOver(owner: Owner): Promise<void> {
    // Any later link is newer than these, and the first of them is the newest.
    for (const [at, { folder, snapshotId, url }] of this.#ownedBy(owner).toReversed().entries())
      await this.#recordOf(owner, folder).bringOver({ snapshotId, url }, at + 1);
  }

  async remember(owner: Owner, staged: StagedFolder): Promise<void> {
    const { server, uid } = owner;
    const others = this.#all().filter(
      (kept) => kept.folder !== staged.folder || kept.server !== server || kept.uid !== uid,
    );
    await this.#memento.update(KEY, [{ ...staged, server, uid }, ...others]);
  }

  /** The records of the folders of this workspace. */
  records(owner: Owner): FolderRecordFile[] {
    return this.#ownedBy(owner).map(({ folder }) => this.#recordOf(owner, folder));
  }

  #recordOf(owner: Owner, folder: string): FolderRecordFile {
    return this.links.of({ folder, ...owner });
  }

  #ownedBy({ server, uid }: Owner): StoredFolder[] {
    return this.#all().filter((kept) => kept.server === server && kept.uid === uid);
  }

  #all(): StoredFolder[] {
    return this.#memento.get<StoredFolder[]>(KEY, []);
  }
}
