import { type ActivityEvent, listActivity } from '@stagelink/shared/contracts/admin';
import { FEED_COUNTED } from '@stagelink/shared/contracts/limits';
import { moment } from '@stagelink/shared/domain/format';
import { ArrowUp, Pause, Play, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { useNow } from '../../../lib/useNow.ts';
import { AdminList } from '../AdminList.tsx';
import { refreshAnalytics, useActivity } from '../api.ts';
import { ExportLink } from '../ExportLink.tsx';
import { useListState } from '../../../lib/useListState.ts';
import { activityFeed, type ActivityFilter, hasFilters, toQuery } from './activityFilter.ts';
import styles from './Analytics.module.css';
import { t } from './copy.ts';
import { describeEvent, snapshotOf } from './describeEvent.ts';
import { FeedFilters } from './FeedFilters.tsx';
import { feedTime } from './format.ts';
import { useLiveFeed } from './useLiveFeed.ts';

interface EventProps {
  event: ActivityEvent;
  now: Date;
  onChange: (change: Partial<ActivityFilter>) => void;
}

const nameOf = ({ userId, userName }: ActivityEvent) =>
  userName ?? (userId === null ? t('anonymous') : t('someUser', { id: userId.slice(0, 8) }));

function Event({ event, now, onChange }: EventProps) {
  const { userId, page, timestamp } = event;
  const date = new Date(timestamp);
  const name = nameOf(event);
  const snapshot = snapshotOf(event);
  return (
    <li className={styles.event}>
      <span>
        <button
          type="button"
          className={styles.who}
          title={t('onlyUser', { name })}
          onClick={() => onChange({ user: userId ?? 'anonymous' })}
        >
          {name}
        </button>{' '}
        <bdi>{describeEvent(event)}</bdi>
        {snapshot !== null && (
          <>
            {' '}
            <a href={`/s/${encodeURIComponent(snapshot)}`} className={styles.snapshot}>
              {snapshot}
            </a>
          </>
        )}
      </span>
      <span className={styles.facts}>
        {page !== '' && (
          <button
            type="button"
            className={styles.page}
            title={t('onlyPage', { page })}
            onClick={() => onChange({ page })}
          >
            {page}
          </button>
        )}
        <time className={styles.when} dateTime={timestamp} title={moment(date)}>
          {feedTime(date, now)}
        </time>
      </span>
    </li>
  );
}

function countOf(total: number): string {
  const shown = total.toLocaleString('en');
  return total >= FEED_COUNTED ? t('tooMany', { total: shown }) : t('count', { count: total, total: shown });
}

function Refresh() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      size="small"
      variant="plain"
      isLoading={isBusy}
      onClick={() => {
        setIsBusy(true);
        void refreshAnalytics().finally(() => setIsBusy(false));
      }}
    >
      <RefreshCw size={14} aria-hidden />
      {t('refresh')}
    </Button>
  );
}

/** What happened on this server, as its pages and programs report it. */
export function Feed() {
  const { state: filter, change } = useListState(activityFeed);
  const list = useActivity(toQuery(filter));
  const now = useNow();
  const total = list.data?.pages[0]?.total;
  const [isPaused, setIsPaused] = useState(false);
  const { fresh, show, area } = useLiveFeed(toQuery(filter), list.data?.pages, isPaused);
  return (
    <section aria-label={t('activity')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('activity')}</h2>
        <p className={styles.hint} aria-live="polite">
          {total !== undefined && countOf(total)}
        </p>
        <ExportLink path={listActivity.path} query={toQuery(filter)} />
        <Button size="small" variant="plain" onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
        <Refresh />
      </div>
      <FeedFilters filter={filter} onChange={change} />
      <div {...area}>
        {fresh > 0 && (
          <div className={styles.fresh}>
            <Button size="small" variant="plain" onClick={show}>
              <ArrowUp size={14} aria-hidden />
              {t('new', { count: fresh })}
            </Button>
          </div>
        )}
        <AdminList
          list={list}
          failed={t('failed')}
          empty={t(hasFilters(filter) ? 'noMatch' : 'none')}
          isEmpty={({ events }) => events.length === 0}
        >
          {(pages) => (
            <ol className={styles.feed}>
              {pages.flatMap(({ events }) =>
                events.map((event) => <Event key={event.id} event={event} now={now} onChange={change} />),
              )}
            </ol>
          )}
        </AdminList>
      </div>
    </section>
  );
}
