import { type Period, PERIODS } from '@stagelink/shared/domain/periods';
import { Button } from '../../../kit/Button.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { Link } from '../../../lib/router.ts';
import { useNow } from '../../../lib/useNow.ts';
import { useStats } from '../api.ts';
import { useListState } from '../../../lib/useListState.ts';
import { activityFeed, EVERY_TIME, periodChange, periodOf } from './activityFilter.ts';
import { t } from './copy.ts';
import { type Card, comparison, periodCards, subscriptionCards, systemCards } from './figureCards.ts';
import { abbreviated } from './format.ts';
import { Sparkline } from './Sparkline.tsx';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
import { Line } from '../../../kit/layout/Line.tsx';
import styles from './Totals.module.css';

const NAMES = Object.keys(PERIODS) as Period[];
/** The figures of all time are those of the lists. */
const FIRST_PERIOD: Period = '24h';

function Figure({ card: { label, count, isEstimated = false, before, series, to } }: { card: Card }) {
  return (
    <Link to={to} className={styles.figure} title={count.toLocaleString('en')}>
      <span className={styles.label}>{label}</span>
      <span className={styles.count}>
        {isEstimated && <span className={styles.about}>{t('about')} </span>}
        {abbreviated(count)}
      </span>
      <span className={styles.past}>{before === null ? t('unknown') : comparison(count, before)}</span>
      <Sparkline series={series} />
    </Link>
  );
}

function Group({ title, cards }: { title: string; cards: readonly Card[] }) {
  return (
    <section aria-label={title} className={styles.group}>
      <ul className={styles.group}>
        {cards.map((card) => (
          <li key={card.label}>
            <Figure card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Periods({ chosen }: { chosen: Period | null }) {
  const { change } = useListState(activityFeed);
  return (
    <Line as="fieldset" gap="tiny">
      <VisuallyHidden as="legend">{t('period')}</VisuallyHidden>
      <Button
        size="small"
        variant={chosen === null ? 'plain' : 'quiet'}
        aria-pressed={chosen === null}
        onClick={() => change(EVERY_TIME)}
      >
        {t('all')}
      </Button>
      {NAMES.map((name) => (
        <Button
          key={name}
          size="small"
          variant={chosen === name ? 'plain' : 'quiet'}
          aria-pressed={chosen === name}
          onClick={() => change(periodChange(name, new Date()))}
        >
          {name}
        </Button>
      ))}
    </Line>
  );
}

/** The totals and the figures of a period, each with the period before; each leads to the list it counts. */
export function Totals() {
  const now = useNow();
  const chosen = periodOf(useListState(activityFeed).state, now);
  const period = chosen ?? FIRST_PERIOD;
  const { data: stats, error, refetch } = useStats(period);
  if (!stats && error)
    return (
      <ErrorState
        message={errorMessage(error, t('statsFailed'))}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!stats) return <Skeleton heightPx={264} />;
  const cardsOf = { stats, period: stats.period.name, now };
  return (
    <div className={styles.totals}>
      <div className={styles.head}>
        <Periods chosen={chosen} />
        <Text tone="muted" size="small">
          {t(`compared_${stats.period.name}`)}
        </Text>
      </div>
      <div className={styles.figures}>
        <Group title={t(`last_${stats.period.name}`)} cards={periodCards(stats)} />
        <Group title={t('system')} cards={systemCards(cardsOf)} />
        <Group title={t('subscriptions')} cards={subscriptionCards(cardsOf)} />
      </div>
    </div>
  );
}
