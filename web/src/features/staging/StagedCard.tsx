import type { Uploaded } from '@stagelink/shared/contracts/staging';
import { leftOutText } from '@stagelink/shared/staging/core/leftOut';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '../../kit/useCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t } from './copy.ts';
import { LinkList, StagingActions, StagingCard } from './StagingCard.tsx';
import styles from './StagingArea.module.css';

function CopyButton({ text, label, isMain = false }: { text: string; label: string; isMain?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <Button variant={isMain ? 'main' : 'plain'} onClick={() => void copy(text)}>
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  );
}

interface StagedCardProps {
  staged: Uploaded;
  onDismiss: () => void;
}

export function StagedCard({ staged, onDismiss }: StagedCardProps) {
  const { snapshot, url, password, leftOut, warnings } = staged;
  const leftOutLine = leftOutText(leftOut);
  const title = useRef<HTMLHeadingElement>(null);
  // Keyboard and screen reader continue at the result.
  useEffect(() => title.current?.focus(), []);

  return (
    <StagingCard>
      <div className={styles.head}>
        <CircleCheck className={styles.good} size={16} aria-hidden />
        <h2 ref={title} tabIndex={-1}>
          {t('staged', { name: snapshot.name })}
        </h2>
        <CloseButton label={t('dismiss')} onClick={onDismiss} />
      </div>
      <LinkList
        links={[[t('link'), url], ...(password === null ? [] : [[t('password'), password] as const])]}
      />
      {leftOutLine !== null && <p>{leftOutLine}</p>}
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <StagingActions>
        {password === null ? (
          <CopyButton isMain text={url} label={t('copyLink')} />
        ) : (
          <>
            <CopyButton isMain text={t('message', { url, password })} label={t('copyBoth')} />
            <CopyButton text={url} label={t('copyLink')} />
          </>
        )}
        <a className={buttonClass({ variant: 'plain' })} href={url} target="_blank" rel="noopener">
          {t('open')}
        </a>
      </StagingActions>
    </StagingCard>
  );
}
