import { UserError } from '@stagelink/shared/client/userError';
import type { Folder } from '../../protocol/folders.ts';
import type { Ask } from '../engine/engine.ts';
import type { Handlers } from './commands.ts';
import { type Question, runQuestion, settingsQuestion } from './consentQuestions.ts';
import type { DroppedFolders } from './droppedFolders.ts';

export interface FolderParts {
  ask: Ask;
  /** Asks in a dialog of this process; false when the person declined. */
  confirm: (question: Question) => Promise<boolean>;
  dropped: DroppedFolders;
}

type FolderCommand =
  | 'folders.add'
  | 'folders.restore'
  | 'folders.change'
  | 'folders.remove'
  | 'folders.agree';

const notDropped = new UserError(
  'not_dropped',
  'This folder was not dropped on the window.',
  'Drop it again, or choose it with “Add folder”.',
);
const notRemoved = new UserError(
  'not_found',
  'This folder cannot be restored anymore.',
  'Add it again with “Add folder”.',
);
const declined = new UserError('declined', 'Nothing was changed.');
const notAsking = new UserError(
  'not_asking',
  'This folder does not wait for your consent anymore.',
  'Stage it again.',
);

export async function findFolder(ask: Ask, folderId: string): Promise<Folder> {
  const found = (await ask('folders.list')).find(({ id }) => id === folderId);
  if (!found) throw new UserError('not_found', 'This folder is no longer in the list.');
  return found;
}

/** Implements the commands that decide what runs on this computer: a compromised window can only ask for it. */
export function createFolderHandlers({ ask, confirm, dropped }: FolderParts): Pick<Handlers, FolderCommand> {
  const removed = new Map<string, Folder>();

  return {
    'folders.add': async (token) => {
      const path = dropped.take(token);
      if (path === undefined) throw notDropped;
      return ask('folders.add', path);
    },
    'folders.remove': async (folderId) => {
      const folder = await findFolder(ask, folderId);
      await ask('folders.remove', folderId);
      removed.set(folderId, folder);
    },
    'folders.restore': async (folderId) => {
      const folder = removed.get(folderId);
      if (!folder) throw notRemoved;
      const { id } = await ask('folders.add', folder.path);
      removed.delete(folderId);
      const restored = await ask('folders.change', id, folder.settings);
      return folder.link ? ask('folders.link', id, folder.link.snapshotId) : restored;
    },
    'folders.change': async (folderId, settings) => {
      const question = settingsQuestion(await findFolder(ask, folderId), settings);
      if (question && !(await confirm(question))) throw declined;
      return ask('folders.change', folderId, settings);
    },
    'folders.agree': async (folderId) => {
      const folder = await findFolder(ask, folderId);
      const { state } = folder;
      if (state.kind !== 'asking') throw notAsking;
      if (await confirm(runQuestion(folder, state))) await ask('folders.agree', folderId, state.fingerprints);
    },
  };
}
