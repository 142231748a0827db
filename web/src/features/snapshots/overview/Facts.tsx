import { ChevronDown } from 'lucide-react';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { useSummary } from '../api.ts';
import { t } from './copy.ts';
import { factsOf } from './facts.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import styles from './Facts.module.css';

interface FactsProps {
  /** The plan's limit of active snapshots; null without one. */
  most: number | null;
  isOpen: boolean;
  /** Drawn where there is nothing to say. */
  otherwise: string;
  onToggle: () => void;
}

/** What the overview says in one line, which opens it. */
export function Facts({ most, isOpen, otherwise, onToggle }: FactsProps) {
  const { data, isError, error, refetch } = useSummary();
  if (!data && isError) {
    return (
      <section aria-label={t('region')}>
        <ErrorState
          className={styles.failed}
          message={t('failed')}
          error={error}
          onRetry={() => void refetch()}
        />
      </section>
    );
  }
  if (!data) return null;
  const facts = factsOf(data, most);
  if (facts.length === 0) return <p className={styles.nothing}>{otherwise}</p>;
  return (
    <button type="button" className={styles.facts} aria-expanded={isOpen} onClick={onToggle}>
      <VisuallyHidden>{t('region')}</VisuallyHidden>
      {facts.map(({ text, tone }) => (
        <span key={text} className={styles.fact} data-tone={tone}>
          {text}
        </span>
      ))}
      <ChevronDown size={14} aria-hidden className={styles.chevron} />
    </button>
  );
}
