import { useCallback, useRef, useState } from 'react';
import type { Folder } from '../../../protocol/folders.ts';
import { KeyHints } from '@stagelink/web/kit/KeyHints.tsx';
import { VisuallyHidden } from '@stagelink/web/kit/VisuallyHidden.tsx';
import { useNow } from '@stagelink/web/lib/useNow.ts';
import { t } from './copy.ts';
import { FolderRow } from './FolderRow.tsx';
import styles from './FolderTable.module.css';
import { usePictures } from './snapshots.ts';
import { useFolderKeys } from './useFolderKeys.ts';

const KEY_HINTS = [
  { keys: ['J', 'K'], act: t('keyMove') },
  { keys: ['↵'], act: t('keyOpen') },
  { keys: ['S'], act: t('keyStage') },
  { keys: ['L'], act: t('keyCopy') },
  { keys: ['N'], act: t('keyNew') },
  { keys: ['?'], act: t('keyAll') },
];

/** Roving focus: one row is in the tab order, J and K move on from it. */
export function FolderTable({ folders }: { folders: readonly Folder[] }) {
  const now = useNow();
  const pictures = usePictures();
  const body = useRef<HTMLTableSectionElement>(null);
  const [reached, setReached] = useState(0);
  const active = Math.min(reached, folders.length - 1);
  useFolderKeys({ body, folders, active });
  const reach = useCallback((index: number) => setReached(index), []);

  return (
    <>
      <table className={styles.table} aria-label={t('list')}>
        <thead className={styles.head}>
          <tr className={styles.headRow}>
            <th scope="col">{t('folder')}</th>
            <th scope="col">{t('link')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">
              <VisuallyHidden>{t('acts')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body} className={styles.body}>
          {folders.map((folder, index) => (
            <FolderRow
              key={folder.id}
              folder={folder}
              index={index}
              isActive={index === active}
              now={now}
              picture={pictures?.get(folder.link?.snapshotId ?? '') ?? null}
              onReach={reach}
            />
          ))}
        </tbody>
      </table>
      <KeyHints hints={KEY_HINTS} />
    </>
  );
}
