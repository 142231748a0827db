import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { bytes, day, moment } from '@stagelink/shared/domain/format';
import { PanelLeft, PanelRight } from 'lucide-react';
import { Logo } from '../../kit/Logo.tsx';
import { useNow } from '../../lib/useNow.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { CommentButton } from './CommentButton.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { expiresIn } from './expiry.ts';
import { FrameMenu } from '../../features/preview/FrameMenu.tsx';
import { OpenInNewTab } from '../../features/preview/OpenInNewTab.tsx';
import type { PanelProps } from './panels.tsx';
import { People } from '../../features/presence/People.tsx';
import { Share } from './Share.tsx';
import styles from './TopBar.module.css';
import type { Column } from './useColumns.ts';
import type { Framing } from '../../features/preview/useFrame.ts';
import { VersionMenu } from '../../features/versions/VersionMenu.tsx';

interface TopBarProps extends PanelProps {
  columns: Record<Column, boolean>;
  framing: Framing;
  onToggle: (column: Column) => void;
  onComment: () => void;
}

function Facts({ snapshot }: { snapshot: SnapshotView }) {
  const now = useNow();
  const [created, expires] = [new Date(snapshot.createdAt), new Date(snapshot.expiresAt)];
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('id')}</dt>
        <dd className={styles['id']}>{snapshot.id}</dd>
      </div>
      <div>
        <dt>{t('created')}</dt>
        <dd title={moment(created)}>{day(created, now)}</dd>
      </div>
      <div>
        <dt>{t('expires')}</dt>
        <dd title={moment(expires)}>{expiresIn(expires, now)}</dd>
      </div>
      <div>
        <dt>{t('size')}</dt>
        <dd>{bytes(snapshot.totalBytes)}</dd>
      </div>
    </dl>
  );
}

export function TopBar({ columns, framing, onToggle, onComment, ...props }: TopBarProps) {
  const { snapshot, preview } = props;
  return (
    <header className={styles['bar']}>
      <IconButton
        label={columns.files ? t('hideFiles') : t('showFiles')}
        aria-expanded={columns.files}
        onClick={() => onToggle('files')}
      >
        <PanelLeft size={16} />
      </IconButton>
      <a className={styles['mark']} href="/" aria-label={common('product')}>
        <Logo size={16} />
      </a>
      <h1 className={styles['name']} title={snapshot.name}>
        {snapshot.name}
      </h1>
      <VersionMenu {...props} />
      <Facts snapshot={snapshot} />
      <div className={styles['actions']}>
        <People snapshotId={snapshot.id} />
        <FrameMenu {...framing} />
        <Share snapshot={snapshot} />
        <OpenInNewTab snapshot={snapshot} preview={preview} />
        <a className={buttonClass({ variant: 'plain', size: 'small' })} href="/dashboard">
          {t('dashboard')}
        </a>
        {snapshot.canComment && <CommentButton onPress={onComment} />}
        <IconButton
          label={columns.panel ? t('hidePanel') : t('showPanel')}
          aria-expanded={columns.panel}
          aria-keyshortcuts="]"
          onClick={() => onToggle('panel')}
        >
          <PanelRight size={16} />
        </IconButton>
      </div>
    </header>
  );
}
