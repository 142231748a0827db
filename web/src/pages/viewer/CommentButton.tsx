import { MessageSquarePlus } from 'lucide-react';
import { t } from '../../words/comments.ts';
import styles from './CommentButton.module.css';
import { button } from './controls.ts';

/** In the bar: begins a comment on an element. */
export function CommentButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      className={`${button('main', 'small')} ${styles['button']}`}
      aria-keyshortcuts="c"
      data-comment-button
      title={t('commentKey')}
      onClick={onPress}
    >
      <MessageSquarePlus size={14} />
      {t('comment')}
    </button>
  );
}
