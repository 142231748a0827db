import { tell } from '../../../../../web/src/ui/telling.ts';
import type { Folder, FolderSettings } from '../../../folders.ts';
import { showFolder } from '../../data/folders.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/folder.ts';

async function put(id: string, settings: Partial<FolderSettings>): Promise<void> {
  showFolder(await ask('folders.change', id, settings));
}

/** Changes settings of a folder, with a way back; `what` is how they are called. True when it worked. */
export function change(folder: Folder, what: string, settings: Partial<FolderSettings>): Promise<boolean> {
  const before = Object.fromEntries(
    Object.keys(settings).map((key) => [key, folder.settings[key as keyof FolderSettings]]),
  );
  return tell({
    act: () => put(folder.id, settings),
    undo: () => put(folder.id, before),
    done: t('saved', { what }),
    failed: t('saveFailed', { what }),
  });
}

async function point(id: string, snapshotId: string | null): Promise<void> {
  showFolder(await ask('folders.link', id, snapshotId));
}

/** Points a folder at another snapshot, or at none. True when it worked. */
export const link = ({ id, link: before }: Folder, to: { id: string; name: string } | null) =>
  tell({
    act: () => point(id, to?.id ?? null),
    undo: () => point(id, before?.snapshotId ?? null),
    done: to ? t('linkedDone', { name: to.name }) : t('unlinkedDone'),
    failed: t('linkFailed'),
  });
