import { logout } from '@stagelink/shared/contracts/accounts';
import { versionQuery } from '@stagelink/shared/preview/viewerUrl';
import { clipboard, dialog, type OpenDialogOptions, shell } from 'electron';
import type { Folder, Link } from '../../protocol/folders.ts';
import { renamedLines } from '@stagelink/shared/staging/node/saveVersion';
import type { AccountStore, SignedIn } from '../auth/accounts.ts';
import type { Handlers } from './commands.ts';
import type { Connections } from '../auth/connections.ts';
import type { Engine } from '../engine/engine.ts';
import type { DroppedFolders } from './droppedFolders.ts';
import { createFolderHandlers, findFolder } from './folderHandlers.ts';
import { createConfirm } from '../windows/confirm.ts';
import { linkText } from '../windows/linkText.ts';
import { openOutside } from '../windows/openExternal.ts';
import { verifyVersion } from '../windows/pinVerification.ts';
import type { JsonFile } from '../jsonFile.ts';
import type { PreferenceStore } from '../preferences.ts';
import { showPreview } from '../windows/preview.ts';
import { saveZip } from '../windows/saveZip.ts';
import { UserError } from '@stagelink/shared/client/userError';
import { callsTo, toShownError } from '../auth/server.ts';
import type { SignIn } from '../auth/signIn.ts';
import type { Network } from '../network/network.ts';
import type { Updates } from '../updates.ts';
import type { Window } from '../windows/window.ts';

export interface Parts {
  engine: Engine;
  accounts: AccountStore;
  connections: Connections;
  signIn: SignIn;
  network: Network;
  preferences: PreferenceStore;
  updates: Updates;
  storeNotice: JsonFile<string | null>;
  window: Window;
  dropped: DroppedFolders;
}

const notStaged = new UserError('not_found', 'This folder has no link yet.', 'Stage it once.');

const notSignedIn = new UserError('unauthenticated', 'You are signed out of its server.', 'Sign in again.');

/** Implements the window's commands. */
export function createHandlers(parts: Parts): Handlers {
  const { engine, accounts, connections, signIn, network, preferences, updates } = parts;
  const { storeNotice, window, dropped } = parts;
  const { fetch } = network;
  const { ask } = engine;

  const folder = (folderId: string): Promise<Folder> => findFolder(ask, folderId);

  async function linkOf(folderId: string): Promise<Link> {
    const { link } = await folder(folderId);
    if (!link) throw notStaged;
    return link;
  }

  /** The link of a folder and the account it belongs to. */
  async function ownedLink(folderId: string): Promise<{ link: Link; signedIn: SignedIn }> {
    const { accountId, link } = await folder(folderId);
    if (!link) throw notStaged;
    const signedIn = accounts.find(accountId);
    if (!signedIn) throw notSignedIn;
    return { link, signedIn };
  }

  return {
    'accounts.list': () => accounts.list(),
    'accounts.signInWithBrowser': async (server) => {
      network.retrySignIn();
      const account = await signIn.withBrowser(server);
      // The browser is in front of the window.
      window.show();
      return account;
    },
    'accounts.signInWithPassword': async (...given) => {
      network.retrySignIn();
      return signIn.withPassword(...given);
    },
    'accounts.cancelSignIn': signIn.cancel,
    'accounts.use': (accountId) => accounts.use(accountId),
    'accounts.signOut': async (accountId) => {
      const signedIn = accounts.find(accountId);
      accounts.forget(accountId);
      await ask('cache.forget', accountId).catch(() => {});
      // Deleted here in any case; an unreachable server lets the session expire.
      if (signedIn) await callsTo(fetch, signedIn.account.server, signedIn.token)(logout, {}).catch(() => {});
    },

    'folders.list': () => ask('folders.list'),
    'folders.pick': (what) => (what === 'file' ? pickFile(window, engine) : pickFolder(window, engine)),
    ...createFolderHandlers({ ask, confirm: createConfirm(window), dropped }),
    'folders.link': (folderId, snapshotId) => ask('folders.link', folderId, snapshotId),
    'folders.reveal': async (folderId) => shell.showItemInFolder((await folder(folderId)).path),
    'folders.stage': (folderId) => ask('folders.stage', folderId),
    'folders.cancel': (folderId) => ask('folders.cancel', folderId),
    'folders.decide': (folderId, isYes) => ask('folders.decide', folderId, isYes),
    'folders.publish': (folderId, version) => ask('folders.publish', folderId, version),
    'folders.discard': (folderId) => ask('folders.discard', folderId),
    'folders.history': (folderId) => ask('folders.history', folderId),
    'folders.log': (folderId) => ask('folders.log', folderId),

    'link.open': async (folderId) => openOutside((await linkOf(folderId)).url),
    'link.look': async (folderId) => {
      const { url, version, waiting } = await linkOf(folderId);
      await openOutside(url + versionQuery(waiting?.version ?? version));
    },
    'link.copy': async (folderId, withPassword) =>
      clipboard.writeText(linkText(await linkOf(folderId), withPassword)),
    'link.preview': async (folderId) => {
      const { link, signedIn } = await ownedLink(folderId);
      await showPreview(fetch, signedIn, link);
    },
    'link.save': async (folderId) => {
      const { link, signedIn } = await ownedLink(folderId);
      const saved = await saveZip(fetch, signedIn, { link, window });
      return saved && { file: saved.file, renamed: renamedLines(saved) };
    },

    'pins.look': async (snapshotId, version) => {
      const signedIn = accounts.active();
      if (!signedIn) throw notSignedIn;
      await verifyVersion(fetch, signedIn, snapshotId, version).catch((cause: unknown) => {
        throw toShownError(cause);
      });
    },

    'connection.get': () => connections.of(accounts.list().activeId),
    'preferences.get': preferences.get,
    'preferences.change': preferences.change,
    'about.get': updates.about,
    'about.restartToUpdate': updates.restart,
    'engine.problem': engine.problem,
    'engine.restart': engine.restart,
    'storeNotice.get': async () => {
      // The engine has written it when it is ready.
      await ask('engine.beat').catch(() => {});
      return storeNotice.read();
    },
    'storeNotice.dismiss': () => storeNotice.write(null),
  };
}

type DialogText = Pick<OpenDialogOptions, 'title' | 'buttonLabel' | 'properties'>;

async function pick(window: Window, { ask }: Engine, options: DialogText): Promise<Folder | null> {
  const { filePaths } = await dialog.showOpenDialog(window.browserWindow(), options);
  const [path] = filePaths;
  return path === undefined ? null : ask('folders.add', path);
}

/** Asks for a folder with the system's dialog and adds it. */
export const pickFolder = (window: Window, engine: Engine): Promise<Folder | null> =>
  pick(window, engine, {
    title: 'Add a folder to stage',
    buttonLabel: 'Add Folder',
    properties: ['openDirectory', 'createDirectory'],
  });

/** Asks for a file to stage alone; most systems offer no dialog for files and folders. */
const pickFile = (window: Window, engine: Engine): Promise<Folder | null> =>
  pick(window, engine, {
    title: 'Add a file to stage',
    buttonLabel: 'Add File',
    properties: ['openFile'],
  });
