import type { Runtime } from '@stagelink/shared/client/runtime';
import type { Folder, Link } from '../protocol/folders.ts';
import type { Connections } from './connections.ts';
import { interruptedProblem, isFailure } from './folderMachine/problems.ts';
import type { FolderEvent } from './folderMachine/states.ts';
import type { Folders } from './folders.ts';
import type { Logs } from './log.ts';
import type { Store } from './store/open.ts';
import type { FolderWork } from './work/folderWork.ts';

export interface InterruptionsOptions {
  store: Store;
  folders: Folders;
  logs: Logs;
  connections: Connections;
  work: FolderWork;
  runtime: Runtime;
  send: (folderId: string, event: FolderEvent) => void;
  linksFolder?: string | undefined;
}

const isInterrupted = ({ state }: Folder): boolean => isFailure(state, 'interrupted');

/** Finds out what became of the stages that the end of the previous engine interrupted. */
export class Interruptions {
  readonly #options: InterruptionsOptions;

  constructor(options: InterruptionsOptions) {
    this.#options = options;
  }

  /** They are not staged again, because they may be why that engine crashed. */
  report(): void {
    const { store, send } = this.#options;
    for (const folderId of store.running.all()) {
      store.logs.add(folderId, [{ kind: 'problem', text: interruptedProblem('unknown').message }]);
      send(folderId, { type: 'interrupted' });
      store.queue.remove(folderId);
      // Last, so that another crash does not hide this one.
      store.running.remove(folderId);
    }
  }

  /** Asks about the folders of an account that is connected now. */
  settle(accountId: string): void {
    for (const folder of this.#options.folders.all())
      if (folder.accountId === accountId && isInterrupted(folder)) void this.#settle(folder);
  }

  async #settle(folder: Folder): Promise<void> {
    const { connections, folders, linksFolder, send, work } = this.#options;
    const account = connections.account(folder.accountId);
    const settled = account && (await work.settle({ folder, account, linksFolder }));
    const current = folders.find(folder.id);
    if (!settled || settled === 'unreachable' || !current || !isInterrupted(current)) return;
    if (settled.kind === 'published') this.#show(folder.id, settled.link);
    send(folder.id, { type: 'settled', outcome: settled.kind });
  }

  #show(folderId: string, link: Link): void {
    const { folders, logs, runtime } = this.#options;
    logs.add(folderId, { kind: 'done', text: `It was published before the companion quit: ${link.url}` });
    logs.flush();
    folders.change(folderId, { link, lastStagedAt: runtime.epochMs() });
  }
}
