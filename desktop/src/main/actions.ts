import type { Folder } from '../protocol/folders.ts';
import type { Notice } from '../protocol/window.ts';
import type { AccountStore } from './auth/accounts.ts';
import { pickFolder } from './ipc/handlers.ts';
import type { DeepLink } from './auth/deepLink.ts';
import type { Engine } from './engine/engine.ts';
import { createHotkeyStage } from './hotkeyStage.ts';
import { logger } from './log.ts';
import { folderPage } from './windows/notifications.ts';
import { openOutside } from './windows/openExternal.ts';
import { UserError } from '@stagelink/shared/client/userError';
import type { SignIn } from './auth/signIn.ts';
import type { Window } from './windows/window.ts';

/** Actions without the window: by hotkey, tray, menu, drop on the dock, or link. */
export interface Actions {
  /** Stages the last folder again after a moment in which it can be cancelled. */
  stageLast: () => Promise<void>;
  /** Asks for a folder and stages it. */
  stageFolder: () => Promise<void>;
  /** Asks for a folder and shows it. */
  chooseFolder: () => Promise<void>;
  addFolder: (folder: string) => Promise<void>;
  follow: (link: DeepLink) => void;
  /** Shows a folder that was started here and needs a decision. */
  changed: (folder: Folder) => void;
}

export interface ActsOptions {
  engine: Engine;
  window: Window;
  accounts: AccountStore;
  signIn: SignIn;
  showNotice: (notice: Notice, onClick?: () => void) => void;
}

/** States in which nothing more happens without the user. */
const WAITING = new Set<Folder['state']['kind']>([
  'asking',
  'deciding',
  'signedOut',
  'queued',
  'missing',
  'unreachable',
]);

export function createActions({ engine, window, accounts, signIn, showNotice }: ActsOptions): Actions {
  const begun = new Set<string>();

  /** No caller handles the result, so errors are shown as notifications. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      if (!(cause instanceof UserError)) logger.error('act', cause);
      const body = cause instanceof UserError ? cause.message : 'The action failed.';
      showNotice({ title: 'Stagelink', body, page: '/folders' });
    }
  }

  async function stage(folderId: string): Promise<void> {
    begun.add(folderId);
    await engine.ask('folders.stage', folderId);
  }

  const stageByHotkey = createHotkeyStage({
    async last() {
      const folders = await engine.ask('folders.list');
      const staged = folders.filter(({ lastStagedAt }) => lastStagedAt !== null);
      return staged.sort((one, other) => (other.lastStagedAt ?? 0) - (one.lastStagedAt ?? 0))[0] ?? null;
    },
    stage: (folderId) => void attempt(() => stage(folderId)),
    onNothing: () => window.show('/folders'),
    showNotice,
  });

  return {
    stageLast: () => attempt(stageByHotkey),
    stageFolder: () =>
      attempt(async () => {
        const picked = await pickFolder(window, engine);
        if (!picked) return;
        window.show(folderPage(picked.id));
        await stage(picked.id);
      }),
    chooseFolder: () =>
      attempt(async () => {
        const picked = await pickFolder(window, engine);
        if (picked) window.show(folderPage(picked.id));
      }),
    addFolder: (folder) =>
      attempt(async () => {
        window.show('/folders');
        const { id } = await engine.ask('folders.add', folder);
        window.show(folderPage(id));
      }),
    follow(link) {
      if (link.kind === 'signedIn') signIn.arrive(link.query);
      const active = accounts.active();
      if (link.kind === 'snapshot' && active)
        void openOutside(`${active.account.server}/s/${link.snapshotId}`);
      else window.show(link.kind === 'folders' ? '/folders' : undefined);
    },
    changed({ id, state, link }) {
      const isWaiting = WAITING.has(state.kind) || (state.kind === 'idle' && link?.waiting);
      if (isWaiting && begun.delete(id)) window.show(folderPage(id));
      if (state.kind === 'idle' || state.kind === 'failed') begun.delete(id);
    },
  };
}
