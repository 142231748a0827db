import type { PinFinding } from '@stagelink/shared/preview/messages';
import { CircleHelp, CornerDownRight, LoaderCircle, Unlink } from 'lucide-react';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { Picture } from './Files.tsx';
import styles from './PinLocation.module.css';
import type { Thread } from './threads.ts';

interface PinLocationProps {
  thread: Thread;
  /** Null until the preview reports it. */
  status: PinFinding['status'] | null;
  isPictureShown: boolean;
  onShow: () => void;
  onRepin: () => void;
}

/** Shows what a thread is about and where, and how to re-attach a lost pin. */
export function PinLocation({ thread, status, isPictureShown, onShow, onRepin }: PinLocationProps) {
  const { crop, context, locator, can } = thread.root;
  if (!locator) return null;
  const repin = can.repin && (
    <Button variant="plain" size="small" onClick={onRepin}>
      {t('repin')}
    </Button>
  );
  return (
    <div className={styles['place']}>
      {crop && isPictureShown && (
        <Picture name={context?.elementName || t('crop')} url={crop.url} className={styles['crop']} />
      )}
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
      {status === 'loading' && (
        <div className={styles['state']}>
          <LoaderCircle size={14} />
          <span>{t('loadingPage')}</span>
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
