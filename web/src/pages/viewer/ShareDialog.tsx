import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../features/preview/copy.ts';
import { shownPath } from '../../lib/shownPath.ts';
import { Button } from '../../kit/Button.tsx';
import { CheckboxField } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useCopyLink } from '../../kit/useCopyLink.ts';
import { QrCode } from './QrCode.tsx';
import type { ShareProps } from './Share.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Share.module.css';
import { t as share } from './shareCopy.ts';

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
    <Dialog hasCloseButton widthPx={400} title={t('shareTitle')} onClose={onClose}>
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
      {!snapshot.public && (
        <Text tone="muted" size="small">
          {t('passwordNeeded')}
        </Text>
      )}
      <div className={styles.code}>
        <QrCode text={link} />
      </div>
      <Text tone="muted" size="small">
        {t('onPhone')}
      </Text>
    </Dialog>
  );
}
