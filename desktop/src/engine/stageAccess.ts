import type { Send } from '@stagelink/shared/client/call';
import type { EngineAccount } from '../protocol/engine.ts';
import type { Folder } from '../protocol/folders.ts';
import type { Connections } from './connections.ts';
import type { Obstacle } from './folderMachine/states.ts';
import type { FolderPresence, Presence } from './folderWatchdog.ts';
import type { StageOrder } from './stageJobs.ts';

/** What a stage sends with. */
export interface Access {
  account: EngineAccount;
  send: Send;
}

/** Finds out whether a folder and its server can be reached. */
export class StageAccess {
  readonly #connections: Connections;
  readonly #presence: FolderPresence;

  constructor(connections: Connections, presence: FolderPresence) {
    this.#connections = connections;
    this.#presence = presence;
  }

  async check({ accountId, path }: Folder, { cause, signal }: StageOrder): Promise<Access | Obstacle> {
    const presence = await this.#presence.check(path);
    if (signal.aborted) return 'cancelled';
    if (presence !== 'there') return presence;
    if (!this.#connections.sendOf(accountId)) return 'signedOut';
    if (!(await this.#isOnline(accountId, cause === 'person'))) return 'offline';
    const account = this.#connections.account(accountId);
    const send = this.#connections.sendOf(accountId);
    return account && send ? { account, send } : 'signedOut';
  }

  presenceOf({ path }: Folder): Promise<Presence> {
    return this.#presence.check(path);
  }

  async #isOnline(accountId: string, canRetry: boolean): Promise<boolean> {
    if (this.#connections.isUsable(accountId)) return true;
    return canRetry && this.#connections.retry(accountId);
  }
}
