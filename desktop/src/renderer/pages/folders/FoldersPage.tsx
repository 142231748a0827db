import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useFolders } from '../../data/folders.ts';
import { Inside } from '../../shell/Inside.tsx';
import { t as common } from '../../../../../web/src/words/common.ts';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';
import { DropAnywhere } from './DropAnywhere.tsx';
import { EmptyFolders } from './EmptyFolders.tsx';
import { FolderSkeleton } from './FolderSkeleton.tsx';
import styles from './FoldersPage.module.css';
import { FolderTable } from './FolderTable.tsx';
import { PauseSwitch } from './PauseSwitch.tsx';

function Folders() {
  const { data, isPending, error, refetch } = useFolders();
  if (isPending) return <FolderSkeleton />;
  if (error) {
    return (
      <div role="alert" className={styles.failed}>
        <p>
          {t('failed')}
          {error.message !== '' && `: ${error.message}`}
        </p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {common('retry')}
        </Button>
      </div>
    );
  }
  return data.length === 0 ? <EmptyFolders /> : <FolderTable folders={data} />;
}

/** The folders somebody works in, and what becomes of each. */
export function FoldersPage() {
  const isEmpty = useFolders().data?.length === 0;
  return (
    <Inside title={t('title')}>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.subtitle}>{t('subtitle')}</p>
        </div>
        {!isEmpty && (
          <div className={styles.acts}>
            <PauseSwitch />
            <Button size="sm" leftSection={<Plus size={16} aria-hidden />} onClick={() => void acts.pick()}>
              {t('add')}
            </Button>
          </div>
        )}
      </div>
      <Folders />
      <DropAnywhere />
    </Inside>
  );
}
