import { VisuallyHidden } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { Lock } from 'lucide-react';
import { t } from '../../../words/snapshots.ts';
import { RenameField } from './RenameField.tsx';
import styles from './SnapshotTable.module.css';

interface SnapshotNameProps {
  snapshot: Snapshot;
  isActive: boolean;
  isRenaming: boolean;
  onRenamed: (name: string | null) => void;
}

export function SnapshotName({ snapshot, isActive, isRenaming, onRenamed }: SnapshotNameProps) {
  if (isRenaming) return <RenameField name={snapshot.name} onDone={onRenamed} />;
  return (
    <>
      <a
        className={styles.link}
        href={snapshot.url}
        target="_blank"
        rel="noopener"
        title={snapshot.name}
        tabIndex={isActive ? 0 : -1}
      >
        {snapshot.name}
      </a>
      {snapshot.version > 1 && (
        <span className={styles.version} title={t('version', { version: snapshot.version })}>
          v{snapshot.version}
        </span>
      )}
      {!snapshot.public && (
        <span className={styles.lock} title={t('protected')}>
          <Lock size={12} aria-hidden />
          <VisuallyHidden>{t('protected')}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
