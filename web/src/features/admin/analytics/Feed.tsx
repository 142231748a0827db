import { type ActivityEvent, listActivity } from '@stagelink/shared/contracts/admin';
import { FEED_COUNTED } from '@stagelink/shared/contracts/limits';
import { moment, wholeDay } from '@stagelink/shared/domain/format';
import { ArrowUp, Pause, Play, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { useKnownUser } from '../../identity/account/sessionApi.ts';
import { useNow } from '../../../lib/useNow.ts';
import { refreshAnalytics, useActivity } from '../api.ts';
import { ExportLink } from '../list/ExportLink.tsx';
import { Pages } from '../list/Pages.tsx';
import { useListState } from '../../../lib/useListState.ts';
import { activityFeed, type ActivityFilter, hasFilters, toQuery } from './activityFilter.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './Analytics.module.css';
import { t } from './copy.ts';
import { describeEvent, snapshotOf } from './describeEvent.ts';
import { type FeedDay, feedDays, type FeedLine, firstLines, midnightOf } from './feedLines.ts';
import { FeedFilters } from './FeedFilters.tsx';
import { feedTime } from './format.ts';
import { useLiveFeed } from './useLiveFeed.ts';

interface LineProps {
  line: FeedLine;
  now: Date;
  onChange: (change: Partial<ActivityFilter>) => void;
}

const DAY_MS = 86_400_000;

const nameOf = ({ userId, userName }: ActivityEvent) =>
  userName ?? (userId === null ? t('anonymous') : t('someUser', { id: userId.slice(0, 8) }));

function textOf({ event, count, isOwnVisits }: FeedLine): string {
  if (count === 1) return describeEvent(event);
  return isOwnVisits ? t('ownVisits', { count }) : t('times', { text: describeEvent(event), count });
}

/** The page of events that all have the same. */
const pageOf = ({ event, count, isOwnVisits }: FeedLine) => (isOwnVisits && count > 1 ? '' : event.page);

function Line({ line, now, onChange }: LineProps) {
  const { event } = line;
  const { userId, timestamp } = event;
  const page = pageOf(line);
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
        <bdi>{textOf(line)}</bdi>
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

function labelOfDay(date: Date, now: Date): string {
  const days = Math.round((midnightOf(now).getTime() - date.getTime()) / DAY_MS);
  if (days === 0) return t('today');
  return days === 1 ? t('yesterday') : wholeDay(date);
}

/** Lines that are shown at first, and with each press of “Show more”. */
const LINES = 20;

/** Returns the days of the listed events, as many as are shown; `more` shows the next lines, if there are any. */
function useDays(pages: readonly { events: readonly ActivityEvent[] }[] | undefined) {
  const ownId = useKnownUser()?.uid ?? '';
  const [most, setMost] = useState(LINES);
  const days = useMemo(
    () =>
      feedDays(
        (pages ?? []).flatMap(({ events }) => events),
        ownId,
      ),
    [pages, ownId],
  );
  const total = days.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    days: firstLines(days, most),
    more: total > most ? () => setMost(most + LINES) : null,
  };
}

function Day({ day, now, onChange }: { day: FeedDay } & Omit<LineProps, 'line'>) {
  const label = labelOfDay(day.date, now);
  return (
    <section aria-label={label}>
      <h3 className={styles.day}>{label}</h3>
      <ol>
        {day.lines.map((line) => (
          <Line key={line.event.id} line={line} now={now} onChange={onChange} />
        ))}
      </ol>
    </section>
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
  const { days, more } = useDays(list.data?.pages);
  const { fresh, show, area } = useLiveFeed(toQuery(filter), list.data?.pages, isPaused);
  return (
    <section aria-label={t('activity')}>
      <div className={styles.head}>
        <Text as="h2" size="large">
          {t('activity')}
        </Text>
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
        <Pages
          // What is loaded is shown before more is.
          list={more ? Object.assign({}, list, { hasNextPage: false }) : list}
          failed={t('failed')}
          empty={t(hasFilters(filter) ? 'noMatch' : 'none')}
          isEmpty={({ events }) => events.length === 0}
        >
          {() => days.map((day) => <Day key={day.date.getTime()} day={day} now={now} onChange={change} />)}
        </Pages>
        {more && (
          <div className={styles.more}>
            <Button size="small" variant="plain" onClick={more}>
              {t('moreLines')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
