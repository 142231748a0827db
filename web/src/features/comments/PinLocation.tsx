import { treeOn } from '@stagelink/shared/domain/treeOn';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { CircleHelp, CornerDownRight, LoaderCircle, Trash2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { ClosedPart } from './ClosedPart.tsx';
import { Picture } from '../../kit/Picture.tsx';
import styles from './PinLocation.module.css';
import type { Thread } from './threads.ts';

interface PinLocationProps {
  thread: Thread;
  /** Null until the preview reports it. */
  status: PinFinding['status'] | null;
  /** Whether a doubtful pin may be on one other element. */
  hasOther: boolean;
  /** How many of the further elements the page does not have. */
  furtherLost: number;
  /** The version that is shown. */
  version: number;
  isPictureShown: boolean;
  /** The picture is in a closed card. */
  isSmall: boolean;
  onShow: () => void;
  /** Opens the part of the page that the pin is in; false where the user has to open it. */
  onOpenPart: () => Promise<boolean>;
  onRepin: () => void;
  onReveal: (isOther: boolean) => void;
  onConfirm: (isOther: boolean) => void;
}

type StateProps = Pick<PinLocationProps, 'thread' | 'onRepin'>;

function Repin({ thread, onRepin }: StateProps) {
  return (
    thread.root.can.repin && (
      <Button variant="plain" size="small" onClick={onRepin}>
        {t('repin')}
      </Button>
    )
  );
}

/** An element that may be the pinned one, or one of two, for the user to decide. */
function Doubtful(props: StateProps & Pick<PinLocationProps, 'hasOther' | 'onReveal' | 'onConfirm'>) {
  const { thread, hasOther, onReveal, onConfirm } = props;
  const [isOtherShown, setIsOtherShown] = useState(false);
  const isOther = hasOther && isOtherShown;

  function toggle(): void {
    setIsOtherShown(!isOther);
    onReveal(!isOther);
  }

  return (
    <div className={styles.state}>
      <CircleHelp size={14} />
      <span>{t('doubtful')}</span>
      <div className={styles.choices}>
        {hasOther && (
          <Button variant="plain" size="small" onClick={toggle}>
            {t(isOther ? 'showFirst' : 'showOther')}
          </Button>
        )}
        {thread.root.can.repin && (
          <Button variant="plain" size="small" onClick={() => onConfirm(isOther)}>
            {t('confirm')}
          </Button>
        )}
        <Repin {...props} />
      </div>
    </div>
  );
}

/** Names the version that removed the element, if the one before is known to have had it. */
function Removed({ thread, version, ...props }: StateProps & Pick<PinLocationProps, 'version'>) {
  const last = treeOn(thread.root.trees, version)?.version ?? thread.root.version;
  return (
    <div className={styles.state}>
      <Trash2 size={14} />
      <span>{last === version - 1 ? t('removed', { version }) : t('removedAfter', { version: last })}</span>
      <Repin thread={thread} {...props} />
    </div>
  );
}

/** Shows what a thread is about and where, and how to re-attach a lost pin. */
export function PinLocation(props: PinLocationProps) {
  const { thread, status, furtherLost, isPictureShown, isSmall, onShow } = props;
  const { crop, context, locator } = thread.root;
  if (!locator) return null;
  return (
    <div className={styles.place}>
      {crop && isPictureShown && (
        <Picture
          name={context?.elementName || t('crop')}
          url={crop.url}
          className={isSmall ? styles.small : styles.crop}
        />
      )}
      {status === 'lost' && (
        <div className={styles.state} data-pin-state>
          <Unlink size={14} />
          <span>{t('lost')}</span>
          <Repin {...props} />
        </div>
      )}
      {status === 'removed' && <Removed {...props} />}
      {status === 'doubtful' && <Doubtful {...props} />}
      {furtherLost > 0 && (
        <div className={styles.state}>
          <Unlink size={14} />
          <span>{t('furtherLost', { count: furtherLost })}</span>
          {status === 'found' && <Repin {...props} />}
        </div>
      )}
      {status === 'loading' && (
        <div className={styles.state}>
          <LoaderCircle size={14} />
          <span>{t('loadingPage')}</span>
        </div>
      )}
      {status === 'closed' && <ClosedPart thread={thread} onShow={props.onOpenPart} />}
      {status === 'elsewhere' && context && (
        <button type="button" className={styles.elsewhere} onClick={onShow}>
          <CornerDownRight size={14} />
          <span>{t('elsewhere', { route: context.route })}</span>
        </button>
      )}
    </div>
  );
}
