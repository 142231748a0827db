import { moment } from '@stagelink/shared/domain/format';
import type { TriedOut } from '@stagelink/shared/contracts/tryOut';
import { leftOutText } from '@stagelink/shared/staging/core/leftOut';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { copyText } from '../../lib/copyText.ts';
import { t } from './copy.ts';
import styles from './TryOut.module.css';

interface TriedOutCardProps {
  tried: TriedOut;
  onAgain: () => void;
}

export function TriedOutCard({ tried, onAgain }: TriedOutCardProps) {
  const { url, claimUrl, expiresAt, leftOut, warnings } = tried;
  const leftOutLine = leftOutText(leftOut);
  const title = useRef<HTMLHeadingElement>(null);
  // Keyboard and screen reader continue at the result.
  useEffect(() => title.current?.focus(), []);
  const [copying, setCopying] = useState<'copied' | 'blocked' | null>(null);
  const copy = async () => setCopying((await copyText(url)) ? 'copied' : 'blocked');

  return (
    <div className={styles.card}>
      <h2 ref={title} tabIndex={-1} className={styles.live}>
        {t('live')}
      </h2>
      <p className={styles.ends}>{t('ends', { when: moment(new Date(expiresAt)) })}</p>
      <dl className={styles.pairs}>
        <dt>{t('link')}</dt>
        <dd>{url}</dd>
        <dt>{t('claimLink')}</dt>
        <dd>{claimUrl}</dd>
      </dl>
      {leftOutLine !== null && <p className={styles.hint}>{leftOutLine}</p>}
      {warnings.map((warning) => (
        <p key={warning} className={styles.hint}>
          {warning}
        </p>
      ))}
      {copying === 'blocked' && <p role="alert">{common('copyBlocked')}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>
          <span aria-live="polite">{copying === 'copied' ? t('copied') : t('copyLink')}</span>
        </Button>
        <a className={buttonClass({ variant: 'plain' })} href={url} target="_blank" rel="noopener">
          {t('open')}
        </a>
        <a className={buttonClass({ variant: 'plain' })} href={claimUrl}>
          {t('claim')}
        </a>
        <Button variant="quiet" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
      <p className={styles.hint}>{t('keep')}</p>
    </div>
  );
}
