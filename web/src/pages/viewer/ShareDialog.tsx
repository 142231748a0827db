import { Check, Copy } from 'lucide-react';
import { lazy, useState } from 'react';
import { t } from '../../features/preview/copy.ts';
import { shownPath } from '../../lib/shownPath.ts';
import { Button } from '../../kit/Button.tsx';
import { CheckboxField } from '../../kit/Checkbox.tsx';
import { Modal } from '../../kit/viewer/Modal.tsx';
import { useCopyLink } from '../../kit/viewer/useCopyLink.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import type { ShareProps } from './Share.tsx';
import styles from './Share.module.css';
import { t as share } from './shareCopy.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface ShareDialogProps extends ShareProps {
  onClose: () => void;
}

/** Offers the link to what the preview shows, or to the snapshot's first page or newest version instead. */
export function ShareDialog({ snapshot, route, version, onClose }: ShareDialogProps) {
  const [hasPage, setHasPage] = useState(route !== '/');
  const [hasVersion, setHasVersion] = useState(version !== snapshot.version);
  const { copy, copyResult } = useCopyLink();
  const path = shownPath(snapshot, { route: hasPage ? route : '/', version: hasVersion ? version : null });
  const link = window.location.origin + path;
  return (
    <Modal title={t('shareTitle')} onClose={onClose}>
      <div className={styles.line}>
        <input className={styles.link} aria-label={t('link')} readOnly value={link} />
        <Button onClick={() => copy(path)}>
          {copyResult === null ? <Copy size={14} /> : <Check size={14} />}
          <span className={styles.word}>{t('copyLink')}</span>
        </Button>
      </div>
      <output className={styles.message}>{copyResult}</output>
      <div className={styles.choices}>
        {route !== '/' && (
          <CheckboxField label={share('page')} description={route} isOn={hasPage} onChange={setHasPage} />
        )}
        <CheckboxField
          label={share('version', { version })}
          description={hasVersion ? share('stays') : share('follows')}
          isOn={hasVersion}
          onChange={setHasVersion}
        />
      </div>
      {!snapshot.public && <p className={styles.quiet}>{t('passwordNeeded')}</p>}
      <div className={styles.code}>
        <LazyPart>
          <QrCode text={link} />
        </LazyPart>
      </div>
      <p className={styles.quiet}>{t('onPhone')}</p>
    </Modal>
  );
}
