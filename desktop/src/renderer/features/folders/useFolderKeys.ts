import { type RefObject, useMemo } from 'react';
import { type Action, useActions } from '@stagelink/web/lib/keyboard/actions.ts';
import { useNavigate } from '@stagelink/web/lib/router.ts';
import type { Folder } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
import * as folderActions from './actions.ts';
import { newFolder } from './newFolder.ts';

interface FolderKeysOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  folders: readonly Folder[];
  /** The row in the tab order. */
  active: number;
}

/** J and K (and the arrows, in a row) move, Enter opens, S stages, L copies the link, N adds another. */
export function useFolderKeys({ body, folders, active }: FolderKeysOptions): void {
  const navigate = useNavigate();
  const folder = folders[active];

  const actions = useMemo(() => {
    const isInRow = () => body.current?.contains(document.activeElement) ?? false;
    const isOnRow = () => isInRow() && document.activeElement instanceof HTMLTableRowElement;
    const step = (by: number) => () => {
      const next = isInRow() ? active + by : active;
      body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    };
    const moves = {
      group: 'folders',
      isForKey: (key: string) => key.length === 1 || isInRow(),
      isKeyOnly: true,
    } as const;
    const own: (Action | false | null | undefined)[] = [
      newFolder,
      { ...moves, id: 'nextFolder', label: t('next'), keys: ['j', 'ArrowDown'], run: step(1) },
      { ...moves, id: 'previousFolder', label: t('previous'), keys: ['k', 'ArrowUp'], run: step(-1) },
      folder && {
        id: 'openFolder',
        group: 'folders',
        label: t('openFolder', { name: folder.name }),
        keys: ['Enter'],
        isForKey: isOnRow,
        run: () => void navigate(`/folders/${folder.id}`),
      },
      folder && {
        id: 'stageFolder',
        group: 'folders',
        label: t('stageNamed', { name: folder.name }),
        keys: ['s'],
        run: () => void folderActions.stage(folder),
      },
      folder?.link && {
        id: 'copyFolderLink',
        group: 'folders',
        label: t('copyLinkOf', { name: folder.name }),
        keys: ['l'],
        run: () => void folderActions.copyLink(folder),
      },
    ];
    return own.filter((action) => action !== false && action !== null && action !== undefined);
  }, [body, folder, active, navigate]);
  useActions(actions);
}
