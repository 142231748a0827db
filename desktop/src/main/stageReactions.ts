import { clipboard } from 'electron';
import type { Folder, StageRecord } from '../protocol/folders.ts';
import type { Notice } from '../protocol/window.ts';
import type { AccountStore } from './auth/accounts.ts';
import type { Fetch } from './auth/server.ts';
import { logger } from './log.ts';
import { shouldCopyLink, StageNotices } from './windows/notifications.ts';
import { verifyVersion } from './windows/pinVerification.ts';

export interface StageReactionsOptions {
  fetch: Fetch;
  accounts: AccountStore;
  showNotice: (notice: Notice | null) => void;
}

/** What follows a stage: the copied link, the notification, and the picture of the first page. */
export class StageReactions {
  readonly #options: StageReactionsOptions;
  readonly #notices = new StageNotices();
  /** Made one by one: each runs a whole prototype. */
  #pictures: Promise<void> = Promise.resolve();

  constructor(options: StageReactionsOptions) {
    this.#options = options;
  }

  folderChanged(folder: Folder): void {
    this.#notices.changed(folder);
  }

  stageEnded(folder: Folder, record: StageRecord, before: Folder): void {
    const isCopied = shouldCopyLink(record) && folder.link !== null;
    if (isCopied && folder.link) clipboard.writeText(folder.link.url);
    this.#options.showNotice(this.#notices.of(folder, record, before, isCopied));
    this.#pictures = this.#pictures.then(() => this.#drawPicture(folder, record));
  }

  /** The page that verifies pins also makes the picture; a draft has been there already. */
  async #drawPicture({ accountId, link }: Folder, { outcome, version }: StageRecord): Promise<void> {
    const signedIn = this.#options.accounts.find(accountId);
    if (outcome !== 'staged' || version === null || !link || !signedIn) return;
    await verifyVersion(this.#options.fetch, signedIn, link.snapshotId, version).catch((cause: unknown) =>
      logger.error('picture', cause),
    );
  }
}
