import { sentence } from '../../data/sentence.ts';
import { t } from '../../words/viewer.ts';
import { CentredCard } from './CentredCard.tsx';
import card from './CentredCard.module.css';
import { button } from './controls.ts';

function BackToDashboard({ isMain = true }: { isMain?: boolean }) {
  return (
    <a className={button(isMain ? 'main' : 'plain')} href="/dashboard">
      {t('backToDashboard')}
    </a>
  );
}

interface RefusalProps {
  title: string;
  text?: string;
  /** Where else to go from here. */
  way?: { label: string; href: string };
}

/** A snapshot that is not there, or no longer. */
export function Refusal({ title, text, way }: RefusalProps) {
  return (
    <CentredCard title={title}>
      {text && <p role="alert">{text}</p>}
      <div className={card['actions']}>
        {way && (
          <a className={button('main')} href={way.href}>
            {way.label}
          </a>
        )}
        <BackToDashboard isMain={!way} />
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
        <button type="button" className={button('main')} onClick={onRetry}>
          {t('tryAgain')}
        </button>
        <BackToDashboard isMain={false} />
      </div>
    </CentredCard>
  );
}
