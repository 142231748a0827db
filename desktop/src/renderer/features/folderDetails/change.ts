import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import type { Folder, FolderSettings } from '../../../protocol/folders.ts';
import { showFolder } from '../folders/api.ts';
import { invoke } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

async function put(id: string, settings: Partial<FolderSettings>): Promise<void> {
  showFolder(await invoke('folders.change', id, settings));
}

/**
 * Changes settings of a folder and offers undo. `what` is the label of the setting. Resolves to false on
 * failure.
 */
export function change(folder: Folder, what: string, settings: Partial<FolderSettings>): Promise<boolean> {
  const before = Object.fromEntries(
    Object.keys(settings).map((key) => [key, folder.settings[key as keyof FolderSettings]]),
  );
  return runWithToast({
    act: () => put(folder.id, settings),
    undo: () => put(folder.id, before),
    done: t('saved', { what }),
    failed: t('saveFailed', { what }),
  });
}

async function point(id: string, snapshotId: string | null): Promise<void> {
  showFolder(await invoke('folders.link', id, snapshotId));
}

/** Links a folder to another snapshot, or unlinks it. Resolves to false on failure. */
export const link = ({ id, link: before }: Folder, to: { id: string; name: string } | null) =>
  runWithToast({
    act: () => point(id, to?.id ?? null),
    undo: () => point(id, before?.snapshotId ?? null),
    done: to ? t('linkedDone', { name: to.name }) : t('unlinkedDone'),
    failed: t('linkFailed'),
  });
