import { bytes } from '@stagelink/shared/domain/format';
import { Button } from '../../kit/Button.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { StagingCard } from './StagingCard.tsx';
import styles from './StagingArea.module.css';
import type { Busy } from './steps.ts';

function detailOf(state: Busy): string {
  if (state.step === 'reading') return state.files > 0 ? t('readFiles', { count: state.files }) : '';
  if (!state.progress) return '';
  const { sent, total } = state.progress;
  return sent < total ? t('sent', { sent: bytes(sent), total: bytes(total) }) : t('finishing');
}

const percentOf = (state: Busy) =>
  state.step === 'sending' && state.progress
    ? (100 * state.progress.sent) / Math.max(state.progress.total, 1)
    : 0;

interface StagingProgressProps {
  state: Busy;
  onCancel: () => void;
}

export function StagingProgress({ state, onCancel }: StagingProgressProps) {
  const title = state.step === 'reading' ? t('reading', state) : t('sending', { name: state.name });
  return (
    <StagingCard>
      <div className={styles.head}>
        <p>{title}</p>
        <Text as="span" tone="muted" size="small" isTabular>
          {detailOf(state)}
        </Text>
        <Button size="small" variant="plain" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
      <Progress label={title} value={percentOf(state)} />
    </StagingCard>
  );
}
