import type { PinFinding } from '@stagelink/shared/preview/messages';
import { CircleHelp, CornerDownRight, Unlink } from 'lucide-react';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { ClosedPart } from './ClosedPart.tsx';
import { Picture } from './Files.tsx';
import styles from './PinLocation.module.css';
import type { Thread } from './threads.ts';

interface PinLocationProps {
  thread: Thread;
  /** Null until the preview reports it. */
  status: PinFinding['status'] | null;
  isPictureShown: boolean;
  onShow: () => void;
  /** Opens the part of the page that the pin is in; false where the user has to open it. */
  onOpenPart: () => Promise<boolean>;
  onRepin: () => void;
}

/** Shows what a thread is about and where, and how to re-attach a lost pin. */
export function PinLocation(props: PinLocationProps) {
  const { thread, status, isPictureShown, onShow, onRepin } = props;
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
        <div className={styles['state']} data-pin-state>
          <Unlink size={14} />
          <span>{t('lost')}</span>
          {repin}
        </div>
      )}
      {status === 'doubtful' && (
        <div className={styles['state']} data-pin-state>
          <CircleHelp size={14} />
          <span>{t('doubtful')}</span>
          {repin}
        </div>
      )}
      {status === 'closed' && <ClosedPart thread={thread} onShow={props.onOpenPart} />}
      {status === 'elsewhere' && context && (
        <button type="button" className={styles['elsewhere']} onClick={onShow}>
          <CornerDownRight size={14} />
          <span>{t('elsewhere', { route: context.route })}</span>
        </button>
      )}
    </div>
  );
}
