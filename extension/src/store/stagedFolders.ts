import type { Memento } from 'vscode';

const KEY = 'stagedFolders';

/** Two people at one machine, or one at two servers, have two snapshots of a folder. */
export interface Owner {
  server: string;
  uid: string;
}

/** What a folder was staged to, so that staging it again keeps the link. The password is not among it. */
export interface StagedFolder {
  folder: string;
  snapshotId: string;
  url: string;
}

type Kept = StagedFolder & Owner;

export class StagedFolders {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  /** The one staged last comes first. */
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

  private all(): Kept[] {
    return this.memento.get<Kept[]>(KEY, []);
  }
}
