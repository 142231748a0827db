import { moment } from '@stagelink/shared/domain/format';
import type { TriedOut } from '@stagelink/shared/contracts/tryOut';
import { leftOutText } from '@stagelink/shared/staging/core/leftOut';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { copyText } from '../../lib/copyText.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { LinkList, StagingActions, StagingCard } from '../staging/StagingCard.tsx';
import { t } from './copy.ts';

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
    <StagingCard>
      <h2 ref={title} tabIndex={-1}>
        {t('live')}
      </h2>
      <Text size="small" tone="muted">
        {t('ends', { when: moment(new Date(expiresAt)) })}
      </Text>
      <LinkList
        links={[
          [t('link'), url],
          [t('claimLink'), claimUrl],
        ]}
      />
      {leftOutLine !== null && <Text tone="muted">{leftOutLine}</Text>}
      {warnings.map((warning) => (
        <Text key={warning} tone="muted">
          {warning}
        </Text>
      ))}
      {copying === 'blocked' && <p role="alert">{common('copyBlocked')}</p>}
      <StagingActions>
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
      </StagingActions>
      <Text tone="muted">{t('keep')}</Text>
    </StagingCard>
  );
}
