import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, Copy, Share2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { t } from '../../words/frames.ts';
import { button, iconButton } from './controls.ts';
import { Modal } from './Modal.tsx';
import { Part } from './Part.tsx';
import styles from './Share.module.css';
import { useCopyLink } from './useCopyLink.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

function ShareDialog({ snapshot, onClose }: { snapshot: SnapshotView; onClose: () => void }) {
  const { copy, said } = useCopyLink(snapshot.id);
  const link = linkOf(snapshot.id);
  return (
    <Modal title={t('shareTitle')} onClose={onClose}>
      <div className={styles['line']}>
        <input className={styles['link']} aria-label={t('link')} readOnly value={link} />
        <button type="button" className={button('main')} onClick={() => copy(null)}>
          {said === null ? <Copy size={14} /> : <Check size={14} />}
          <span className={styles['word']}>{t('copyLink')}</span>
        </button>
      </div>
      <output className={styles['said']}>{said}</output>
      {!snapshot.public && <p className={styles['quiet']}>{t('passwordNeeded')}</p>}
      <div className={styles['code']}>
        <Part>
          <QrCode text={link} />
        </Part>
      </div>
      <p className={styles['quiet']}>{t('onPhone')}</p>
    </Modal>
  );
}

/** On a phone the system's own sheet reaches every app; it is modal and has its own way to copy. */
const hasShareSheet = () =>
  typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;

const linkOf = (snapshotId: string) => `${window.location.origin}/s/${snapshotId}`;

/** In the bar: the link, to copy, to share, or to take to a phone. */
export function Share({ snapshot }: { snapshot: SnapshotView }) {
  const [isOpen, setIsOpen] = useState(false);

  async function share(): Promise<void> {
    if (!hasShareSheet()) {
      setIsOpen(true);
      return;
    }
    try {
      await navigator.share({ title: snapshot.name, url: linkOf(snapshot.id) });
    } catch (error) {
      // Closing the sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) setIsOpen(true);
    }
  }

  return (
    <>
      <button
        type="button"
        className={iconButton}
        aria-label={t('share')}
        title={t('share')}
        onClick={() => void share()}
      >
        <Share2 size={16} />
      </button>
      {isOpen && <ShareDialog snapshot={snapshot} onClose={() => setIsOpen(false)} />}
    </>
  );
}
