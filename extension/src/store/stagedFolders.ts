import type { Memento } from 'vscode';

const KEY = 'stagedFolders';

/** Two users of one computer, or one user on two servers, have separate snapshots of a folder. */
export interface Owner {
  server: string;
  uid: string;
}

/** Link of a folder, so that staging it again keeps the link. Does not contain the password. */
export interface StagedFolder {
  folder: string;
  snapshotId: string;
  url: string;
}

type StoredFolder = StagedFolder & Owner;

export class StagedFolders {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  /** Most recently staged first. */
  of({ server, uid }: Owner): readonly StagedFolder[] {
    return this.all().filter((kept) => kept.server === server && kept.uid === uid);
  }

  find(owner: Owner, folder: string): StagedFolder | undefined {
    return this.of(owner).find((kept) => kept.folder === folder);
  }

  async remember({ server, uid }: Owner, staged: StagedFolder): Promise<void> {
    const others = this.all().filter(
      (kept) => kept.folder !== staged.folder || kept.server !== server || kept.uid !== uid,
    );
    await this.memento.update(KEY, [{ ...staged, server, uid }, ...others]);
  }

  private all(): StoredFolder[] {
    return this.memento.get<StoredFolder[]>(KEY, []);
  }
}
