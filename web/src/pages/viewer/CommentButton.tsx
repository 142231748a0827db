import { MessageSquarePlus } from 'lucide-react';
import { t } from '../../words/comments.ts';
import styles from './CommentButton.module.css';
import { button } from './controls.ts';

interface CommentButtonProps {
  /** In the bar, or within a thumb's reach over the preview. */
  place: 'bar' | 'thumb';
  onPress: () => void;
}

/** Begins a comment on an element. */
export function CommentButton({ place, onPress }: CommentButtonProps) {
  const size = place === 'bar' ? 'small' : 'large';
  return (
    <button
      type="button"
      className={`${button('main', size)} ${styles['button']} ${styles[place]}`}
      aria-keyshortcuts="c"
      title={place === 'bar' ? t('commentKey') : undefined}
      onClick={onPress}
    >
      <MessageSquarePlus size={place === 'bar' ? 14 : 18} />
      {t('comment')}
    </button>
  );
}
