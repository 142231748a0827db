import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { Check, Copy } from 'lucide-react';
import { lazy } from 'react';
import { t } from '../../features/preview/copy.ts';
import { Button } from '../../kit/Button.tsx';
import { Modal } from '../../kit/viewer/Modal.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import styles from './Share.module.css';
import { useCopyLink } from '../../features/comments/useCopyLink.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface ShareDialogProps {
  snapshot: SnapshotView;
  link: string;
  onClose: () => void;
}

export function ShareDialog({ snapshot, link, onClose }: ShareDialogProps) {
  const { copy, copyResult } = useCopyLink(snapshot.id);
  return (
    <Modal title={t('shareTitle')} onClose={onClose}>
      <div className={styles['line']}>
        <input className={styles['link']} aria-label={t('link')} readOnly value={link} />
        <Button onClick={() => copy(null)}>
          {copyResult === null ? <Copy size={14} /> : <Check size={14} />}
          <span className={styles['word']}>{t('copyLink')}</span>
        </Button>
      </div>
      <output className={styles['message']}>{copyResult}</output>
      {!snapshot.public && <p className={styles['quiet']}>{t('passwordNeeded')}</p>}
      <div className={styles['code']}>
        <LazyPart>
          <QrCode text={link} />
        </LazyPart>
      </div>
      <p className={styles['quiet']}>{t('onPhone')}</p>
    </Modal>
  );
}
