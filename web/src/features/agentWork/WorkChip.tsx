import type { Comment } from '@stagelink/shared/contracts/comments';
import { workText } from '@stagelink/shared/domain/workText';
import { Bot } from 'lucide-react';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './WorkChip.module.css';

/** How far a coding agent's work on a thread is. */
export function WorkChip({ work }: Pick<Comment, 'work'>) {
  const text = workText(work);
  if (!work || text === null) return null;
  return (
    <span className={styles.chip} data-work={work.state}>
      <Bot size={12} aria-hidden="true" />
      <Text as="span" isTruncated>
        {text}
      </Text>
    </span>
  );
}
