import { MessageSquarePlus } from 'lucide-react';
import { t } from '../../features/comments/viewerCopy.ts';
import styles from './CommentButton.module.css';
import { Button } from '../../kit/Button.tsx';

export function CommentButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      size="small"
      className={styles.button}
      aria-keyshortcuts="c"
      title={t('commentKey')}
      onClick={onPress}
    >
      <MessageSquarePlus size={14} />
      {t('comment')}
    </Button>
  );
}
