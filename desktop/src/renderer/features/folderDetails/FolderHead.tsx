import { ChevronLeft, Copy, ExternalLink, KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { type Action, useActions } from '@stagelink/web/lib/keyboard/actions.ts';
import { QuickAction } from '@stagelink/web/kit/QuickAction.tsx';
import { Link, useNavigate } from '@stagelink/web/lib/router.ts';
import type { Folder } from '../../../protocol/folders.ts';
import { Path } from '../../kit/Path.tsx';
import { State } from '../../kit/State.tsx';
import { t } from './copy.ts';
import { t as folders } from '../folders/copy.ts';
import * as folderActions from '../folders/actions.ts';
import { FolderMenu } from '../folders/FolderMenu.tsx';
import { PrimaryAction } from '../folders/PrimaryAction.tsx';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './FolderHead.module.css';

function useKeysOf(folder: Folder): void {
  const actions = useMemo((): Action[] => {
    const group = 'folders';
    const { name, link } = folder;
    const stage: Action = {
      id: 'stageFolder',
      group,
      label: folders('stageNamed', { name }),
      keys: ['s'],
      run: () => void folderActions.stage(folder),
    };
    const copy: Action = {
      id: 'copyFolderLink',
      group,
      label: folders('copyLinkOf', { name }),
      keys: ['l'],
      run: () => void folderActions.copyLink(folder),
    };
    return link ? [stage, copy] : [stage];
  }, [folder]);
  useActions(actions);
}

function LinkOf({ folder }: { folder: Folder }) {
  const { link } = folder;
  if (!link) return <p className={styles.none}>{t('noLink')}</p>;
  return (
    <Line as="p" gap="tiny" align="center">
      <button type="button" className={styles.url} onClick={() => void folderActions.open(folder)}>
        {link.url.replace(/^https?:\/\//, '')}
        <ExternalLink size={13} aria-hidden />
      </button>
      <QuickAction icon={Copy} label={folders('copyLink')} act={() => folderActions.copyLink(folder)} />
      {link.password !== null && (
        <QuickAction icon={KeyRound} label={folders('copyBoth')} act={() => folderActions.copyBoth(folder)} />
      )}
      <span className={styles.version}>{folders('version', { version: link.version })}</span>
    </Line>
  );
}

export function FolderHead({ folder }: { folder: Folder }) {
  const navigate = useNavigate();
  useKeysOf(folder);
  return (
    <header className={styles.head}>
      <Link to="/folders" className={styles.back}>
        <ChevronLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      <div className={styles.line}>
        <div className={styles.about}>
          <Text as="h1" size="title" isBreaking>
            {folder.name}
          </Text>
          <Path path={folder.path} />
        </div>
        <Line gap="medium" align="center">
          {/* FolderStatusCard shows the failure in full. */}
          {folder.state.kind !== 'failed' && <State folder={folder} />}
          <PrimaryAction folder={folder} isMain />
          <FolderMenu folder={folder} onRemoved={() => void navigate('/folders', { replace: true })} />
        </Line>
      </div>
      <LinkOf folder={folder} />
    </header>
  );
}
