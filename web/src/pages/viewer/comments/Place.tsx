import type { PinFinding } from '@stagelink/shared/preview/messages';
import { CircleHelp, CornerDownRight, Unlink } from 'lucide-react';
import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import { Picture } from './Files.tsx';
import styles from './Place.module.css';
import type { Thread } from './threads.ts';

interface PlaceProps {
  thread: Thread;
  /** Null while the preview has not said what became of the pin. */
  status: PinFinding['status'] | null;
  onShow: () => void;
  onRepin: () => void;
}

/** What a thread is about, where it is now, and what to do when it is not there any more. */
export function Place({ thread, status, onShow, onRepin }: PlaceProps) {
  const { crop, context, locator, can } = thread.root;
  if (!locator) return null;
  const repin = can.repin && (
    <button type="button" className={button('plain', 'small')} onClick={onRepin}>
      {t('repin')}
    </button>
  );
  return (
    <div className={styles['place']}>
      {crop && <Picture name={context?.elementName || t('crop')} url={crop.url} className={styles['crop']} />}
      {status === 'lost' && (
        <div className={styles['state']}>
          <Unlink size={14} />
          <span>{t('lost')}</span>
          {repin}
        </div>
      )}
      {status === 'doubtful' && (
        <div className={styles['state']}>
          <CircleHelp size={14} />
          <span>{t('doubtful')}</span>
          {repin}
        </div>
      )}
      {status === 'elsewhere' && context && (
        <button type="button" className={styles['elsewhere']} onClick={onShow}>
          <CornerDownRight size={14} />
          <span>{t('elsewhere', { route: context.route })}</span>
        </button>
      )}
    </div>
  );
}
