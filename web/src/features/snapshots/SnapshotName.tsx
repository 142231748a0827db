import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { memo } from 'react';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import { RenameField } from './RenameField.tsx';
import { reviewBadge } from '../reviews/reviewBadge.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './SnapshotTable.module.css';

/** The others are counted. */
const TAGS_SHOWN = 2;

const Tags = memo(function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.slice(TAGS_SHOWN);
  return (
    <span className={styles.tags}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className={styles.tag} title={tag} dir="auto">
          {tag}
        </span>
      ))}
      {more.length > 0 && (
        <span className={`${styles.tag} ${styles.moreTags}`} title={more.join(', ')}>
          {t('moreTags', { count: more.length })}
        </span>
      )}
    </span>
  );
});

/** How many threads agents have to do with, and how many wait for their authors. */
function AgentCount({ work }: { work: Snapshot['agentWork'] }) {
  const { withAgent = 0, toConfirm = 0 } = work ?? {};
  const parts = [
    ...(withAgent > 0 ? [t('withAgent', { count: withAgent })] : []),
    ...(toConfirm > 0 ? [t('toConfirm', { count: toConfirm })] : []),
  ];
  if (parts.length === 0) return null;
  const text = parts.join(', ');
  return (
    <span className={styles.agent} title={text}>
      {text}
    </span>
  );
}

interface SnapshotNameProps {
  snapshot: Snapshot;
  /** Set if the list shows several projects. */
  project: Project | undefined;
  /** It is scrolled past: only its name is shown. */
  isPassing: boolean;
  isActive: boolean;
  isRenaming: boolean;
  onRenamed: (name: string | null) => void;
}

/** What is known of a snapshot besides its name. */
function Facts({ snapshot, isActive }: Pick<SnapshotNameProps, 'snapshot' | 'isActive'>) {
  const protection = t(snapshot.password === null ? 'unreadable' : 'protected');
  const unread = t('unreadUnit', { count: snapshot.unreadThreads });
  const comments = `${t('commentsUnit', { count: snapshot.commentCount })}${snapshot.unreadThreads > 0 ? unread : ''}`;
  return (
    <>
      {snapshot.version > 1 && (
        <Text as="span" tone="muted" size="tiny" isCode title={t('version', { version: snapshot.version })}>
          v{snapshot.version}
        </Text>
      )}
      {!snapshot.public && (
        <span
          className={`${styles.lock} ${reviewBadge('lock')}`}
          title={protection}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the style sheet, so there is nothing to load
          role="img"
          aria-label={protection}
        />
      )}
      {snapshot.commentCount > 0 && (
        <a
          className={`${styles.comments} ${reviewBadge('comments')}`}
          data-unread={snapshot.unreadThreads > 0}
          href={`${snapshot.url}#panel=comments`}
          target="_blank"
          rel="noopener"
          title={comments}
          aria-label={comments}
          draggable={false}
          tabIndex={isActive ? 0 : -1}
        >
          {snapshot.commentCount}
        </a>
      )}
      <AgentCount work={snapshot.agentWork} />
      {snapshot.tags.length > 0 && <Tags tags={snapshot.tags} />}
    </>
  );
}

export function SnapshotName(props: SnapshotNameProps) {
  const { snapshot, project, isPassing, isActive, isRenaming, onRenamed } = props;
  if (isRenaming) return <RenameField name={snapshot.name} onDone={onRenamed} />;
  return (
    <>
      {project && (
        <span
          className={styles.dot}
          style={{ background: project.color }}
          title={project.name}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the style sheet, so there is nothing to load
          role="img"
          aria-label={project.name}
        />
      )}
      <a
        className={styles.link}
        href={snapshot.url}
        target="_blank"
        rel="noopener"
        title={snapshot.name}
        dir="auto"
        draggable={false}
        tabIndex={isActive ? 0 : -1}
      >
        {snapshot.name}
      </a>
      {!isPassing && <Facts snapshot={snapshot} isActive={isActive} />}
    </>
  );
}
