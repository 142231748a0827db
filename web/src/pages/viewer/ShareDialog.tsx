import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, Copy } from 'lucide-react';
import { lazy } from 'react';
import { t } from '../../words/frames.ts';
import { button } from './controls.ts';
import { Modal } from './Modal.tsx';
import { Part } from './Part.tsx';
import styles from './Share.module.css';
import { useCopyLink } from './useCopyLink.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface ShareDialogProps {
  snapshot: SnapshotView;
  link: string;
  onClose: () => void;
}

/** The link, to copy or to scan. */
export function ShareDialog({ snapshot, link, onClose }: ShareDialogProps) {
  const { copy, said } = useCopyLink(snapshot.id);
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
