import type { Folder } from '../folders.ts';
import type { Notice } from '../ipc.ts';
import type { AccountStore } from './accounts.ts';
import { pickFolder } from './answers.ts';
import type { DeepLink } from './deepLink.ts';
import type { Engine } from './engine.ts';
import { createHotkeyStage } from './hotkeyStage.ts';
import { logger } from './log.ts';
import { folderPage } from './notices.ts';
import { openOutside } from './outside.ts';
import { Refusal } from './refusal.ts';
import type { SignIn } from './signIn.ts';
import type { Window } from './window.ts';

/** What a person does without the window: with the hotkey, the tray, the menu, a drop on the dock, a link. */
export interface Acts {
  /** Stages again what was staged last, after a moment in which it can be cancelled. */
  stageLast: () => Promise<void>;
  /** Asks for a folder and stages it. */
  stageFolder: () => Promise<void>;
  /** Asks for a folder and shows it. */
  chooseFolder: () => Promise<void>;
  addFolder: (folder: string) => Promise<void>;
  follow: (link: DeepLink) => void;
  /** A folder has changed: one that was begun here and waits for its person is shown. */
  changed: (folder: Folder) => void;
}

export interface ActsOptions {
  engine: Engine;
  window: Window;
  accounts: AccountStore;
  signIn: SignIn;
  tell: (notice: Notice, onClick?: () => void) => void;
}

/** Nothing more happens by itself, or not now. */
const WAITING = new Set<Folder['state']['kind']>(['asking', 'signedOut', 'queued', 'missing', 'unreachable']);

export function createActs({ engine, window, accounts, signIn, tell }: ActsOptions): Acts {
  const begun = new Set<string>();

  /** Nobody waits for the answer, so a refusal is told. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      if (!(cause instanceof Refusal)) logger.error('act', cause);
      const body = cause instanceof Refusal ? cause.message : 'That did not work.';
      tell({ title: 'Stagelink', body, page: '/folders' });
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
    tell,
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
