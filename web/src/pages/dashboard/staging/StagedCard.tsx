import { Button, CloseButton } from '@mantine/core';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '../../../ui/useCopy.ts';
import { t } from '../../../words/staging.ts';
import styles from './StagingArea.module.css';

function CopyButton({ text, label, isMain = false }: { text: string; label: string; isMain?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <Button size="sm" variant={isMain ? 'filled' : 'default'} onClick={() => void copy(text)}>
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  );
}

interface StagedCardProps {
  staged: Staged;
  onDismiss: () => void;
}

/** The link, ready to be sent. */
export function StagedCard({ staged: { snapshot, url, password }, onDismiss }: StagedCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // What the person waited for is where their keyboard and screen reader go on.
  useEffect(() => title.current?.focus(), []);

  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <CircleCheck className={styles.good} size={16} aria-hidden />
        <h2 ref={title} tabIndex={-1}>
          {t('staged', { name: snapshot.name })}
        </h2>
        <CloseButton aria-label={t('dismiss')} onClick={onDismiss} />
      </div>
      <dl className={styles.pairs}>
        <dt>{t('link')}</dt>
        <dd>{url}</dd>
        {password !== null && (
          <>
            <dt>{t('password')}</dt>
            <dd>{password}</dd>
          </>
        )}
      </dl>
      <div className={styles.acts}>
        {password === null ? (
          <CopyButton isMain text={url} label={t('copyLink')} />
        ) : (
          <>
            <CopyButton isMain text={t('message', { url, password })} label={t('copyBoth')} />
            <CopyButton text={url} label={t('copyLink')} />
          </>
        )}
        <Button size="sm" variant="default" component="a" href={url} target="_blank" rel="noopener">
          {t('open')}
        </Button>
      </div>
    </div>
  );
}
