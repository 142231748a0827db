import { VisuallyHidden } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { Lock, MessageSquare } from 'lucide-react';
import { memo } from 'react';
import type { Project } from '../../../data/projects.ts';
import { t } from '../../../words/rows.ts';
import { RenameField } from './RenameField.tsx';
import styles from './SnapshotTable.module.css';

/** So many stand beside the name; the others are counted. */
const TAGS_SHOWN = 2;

const Tags = memo(function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.slice(TAGS_SHOWN);
  return (
    <span className={styles.tags}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className={styles.tag} title={tag}>
          {tag}
        </span>
      ))}
      {more.length > 0 && (
        <span className={styles.tag} title={more.join(', ')}>
          {t('moreTags', { count: more.length })}
        </span>
      )}
    </span>
  );
});

interface SnapshotNameProps {
  snapshot: Snapshot;
  /** The one it is in, where that is not said above the list. */
  project: Project | undefined;
  isActive: boolean;
  isRenaming: boolean;
  onRenamed: (name: string | null) => void;
}

export function SnapshotName({ snapshot, project, isActive, isRenaming, onRenamed }: SnapshotNameProps) {
  if (isRenaming) return <RenameField name={snapshot.name} onDone={onRenamed} />;
  const comments = t('commentsUnit', { count: snapshot.commentCount });
  return (
    <>
      {project && (
        <span className={styles.dot} style={{ background: project.color }} title={project.name}>
          <VisuallyHidden>{project.name}</VisuallyHidden>
        </span>
      )}
      <a
        className={styles.link}
        href={snapshot.url}
        target="_blank"
        rel="noopener"
        title={snapshot.name}
        draggable={false}
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
      {snapshot.commentCount > 0 && (
        <span className={styles.comments} title={comments}>
          <MessageSquare size={12} aria-hidden />
          <span aria-hidden>{snapshot.commentCount}</span>
          <VisuallyHidden>{comments}</VisuallyHidden>
        </span>
      )}
      {snapshot.tags.length > 0 && <Tags tags={snapshot.tags} />}
    </>
  );
}
