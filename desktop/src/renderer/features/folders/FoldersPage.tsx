import { Plus } from 'lucide-react';
import { useFolders } from './api.ts';
import { RequireAccount } from '../../shell/RequireAccount.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { ErrorState } from '@stagelink/web/kit/ErrorState.tsx';
import { t } from './copy.ts';
import * as actions from './actions.ts';
import { DropAnywhere } from './DropAnywhere.tsx';
import { EmptyFolders } from './EmptyFolders.tsx';
import { FolderSkeleton } from './FolderSkeleton.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import styles from './FoldersPage.module.css';
import { FolderTable } from './FolderTable.tsx';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Switch } from '@stagelink/web/kit/Switch.tsx';
import { setIpcData, useIpcQuery } from '../../lib/ipcQueries.ts';
import { invoke } from '../../lib/stagelink.ts';

const pause = (isPaused: boolean) =>
  runWithToast({
    act: async () => setIpcData('preferences.get', await invoke('preferences.change', { isPaused })),
    failed: t('pauseFailed'),
  });

function PauseSwitch() {
  const { data } = useIpcQuery('preferences.get');
  return (
    <Switch
      label={t('pause')}
      text={{ after: t('pause') }}
      title={t('pauseHint')}
      disabled={!data}
      isOn={data?.isPaused ?? false}
      onChange={(isPaused) => void pause(isPaused)}
    />
  );
}

function Folders() {
  const { data, isPending, error, refetch } = useFolders();
  if (isPending) return <FolderSkeleton />;
  if (error) {
    return (
      <ErrorState
        className={styles.failed}
        message={error.message === '' ? t('failed') : `${t('failed')}: ${error.message}`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return data.length === 0 ? <EmptyFolders /> : <FolderTable folders={data} />;
}

export function FoldersPage() {
  const isEmpty = useFolders().data?.length === 0;
  return (
    <RequireAccount title={t('title')}>
      <div className={styles.head}>
        <div>
          <Text as="h1" size="title">
            {t('title')}
          </Text>
          <Text tone="muted">{t('subtitle')}</Text>
        </div>
        {!isEmpty && (
          <Line gap="huge" align="center">
            <PauseSwitch />
            <Button variant="plain" onClick={() => void actions.pick('file')}>
              {t('addFile')}
            </Button>
            <Button onClick={() => void actions.pick('folder')}>
              <Plus size={16} aria-hidden />
              {t('add')}
            </Button>
          </Line>
        )}
      </div>
      <Folders />
      <DropAnywhere />
    </RequireAccount>
  );
}
