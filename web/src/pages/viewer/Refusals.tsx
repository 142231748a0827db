import { Button } from '@mantine/core';
import { sentence } from '../../data/sentence.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/viewer.ts';
import { CentredCard } from './CentredCard.tsx';
import card from './CentredCard.module.css';

function BackToDashboard({ isMain = true }: { isMain?: boolean }) {
  return (
    <Button component={Link} to="/dashboard" variant={isMain ? 'filled' : 'default'}>
      {t('backToDashboard')}
    </Button>
  );
}

interface RefusalProps {
  title: string;
  text?: string;
}

/** A snapshot that is not there, or no longer. */
export function Refusal({ title, text }: RefusalProps) {
  return (
    <CentredCard title={title}>
      {text && <p role="alert">{text}</p>}
      <div className={card['actions']}>
        <BackToDashboard />
      </div>
    </CentredCard>
  );
}

interface FetchFailureProps {
  error: Error;
  onRetry: () => void;
}

/** A snapshot that could not be asked for. */
export function FetchFailure({ error, onRetry }: FetchFailureProps) {
  return (
    <CentredCard title={t('fetchFailed')}>
      <p role="alert">{sentence(error, t('previewFailed'))}</p>
      <div className={card['actions']}>
        <Button onClick={onRetry}>{t('tryAgain')}</Button>
        <BackToDashboard isMain={false} />
      </div>
    </CentredCard>
  );
}
