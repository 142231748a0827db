import { tell } from '../../../../../web/src/ui/telling.ts';
import { toast, toastProblem } from '../../../../../web/src/ui/toast.ts';
import { sentence } from '../../../../../web/src/data/sentence.ts';
import type { Folder } from '../../../folders.ts';
import { hideFolder, showFolder } from '../../data/folders.ts';
import { ask, desk } from '../../desk.ts';
import { t } from '../../words/folders.ts';

// What can be done with a folder. Each tells the person how it went; true when it worked.

export const stage = ({ id }: Folder) =>
  tell({ act: () => ask('folders.stage', id), failed: t('stageFailed') });

export const cancel = ({ id }: Folder) =>
  tell({ act: () => ask('folders.cancel', id), failed: t('cancelFailed') });

export const open = ({ id }: Folder) => tell({ act: () => ask('link.open', id), failed: t('openFailed') });

export const copyLink = ({ id }: Folder) =>
  tell({ act: () => ask('link.copy', id, false), done: t('linkCopied'), failed: t('copyFailed') });

export const copyBoth = ({ id }: Folder) =>
  tell({ act: () => ask('link.copy', id, true), done: t('bothCopied'), failed: t('copyFailed') });

export const preview = ({ id }: Folder) =>
  tell({ act: () => ask('link.preview', id), failed: t('previewFailed') });

export const reveal = ({ id }: Folder) =>
  tell({ act: () => ask('folders.reveal', id), failed: t('revealFailed') });

/** As it was: found again, with its settings and its link. What the engine remembered beside that is gone. */
async function restore({ path, settings, link }: Folder): Promise<void> {
  const { id } = await ask('folders.add', path);
  showFolder(await ask('folders.change', id, settings));
  if (link) showFolder(await ask('folders.link', id, link.snapshotId));
}

export const remove = (folder: Folder) =>
  tell({
    act: async () => {
      await ask('folders.remove', folder.id);
      hideFolder(folder.id);
    },
    undo: () => restore(folder),
    done: t('removed', { name: folder.name }),
    failed: t('removeFailed'),
  });

/** Asks with the system's dialog; the folder that was chosen, if one was. */
export async function pick(): Promise<Folder | null> {
  try {
    const folder = await ask('folders.pick');
    if (folder) showFolder(folder);
    return folder;
  } catch (error) {
    toastProblem(t('addFailed'), sentence(error, ''));
    return null;
  }
}

async function add(path: string): Promise<Folder | null> {
  try {
    const folder = await ask('folders.add', path);
    showFolder(folder);
    return folder;
  } catch (error) {
    toastProblem(t('addFailed'), sentence(error, ''));
    return null;
  }
}

/** Adds what was dropped on the window. Files are not taken; several folders are. */
export async function addDropped(dropped: readonly { file: File; isFolder: boolean }[]): Promise<void> {
  const folders = dropped.filter(({ isFolder }) => isFolder);
  const paths = folders.map(({ file }) => desk.pathOf(file)).filter((path) => path !== '');
  if (folders.length < dropped.length) toastProblem(t('notFolders'));
  else if (paths.length < folders.length) toastProblem(t('nowhere'));
  const added = (await Promise.all(paths.map(add))).filter((folder) => folder !== null);
  const [only] = added;
  if (only)
    toast(added.length === 1 ? t('added', { name: only.name }) : t('addedMany', { count: added.length }));
}
