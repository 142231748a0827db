import { TIME_FILTERS } from '@stagelink/shared/contracts/admin';
import { EventType } from '@stagelink/shared/contracts/analytics';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Button } from '../../../kit/Button.tsx';
import { Select } from '../../../kit/Select.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useSearchField } from '../../../lib/useSearchField.ts';
import { FilterChips } from '../list/FilterChips.tsx';
import { type ActivityFilter, EVERY_TIME, hasFilters, LIMITS } from './activityFilter.ts';
import styles from './Analytics.module.css';
import { t } from './copy.ts';

interface FeedFiltersProps {
  filter: ActivityFilter;
  onChange: (change: Partial<ActivityFilter>) => void;
}

const NO_FILTER = { ...EVERY_TIME, type: [], user: '', page: '' };

const TIME_LABELS = { all: 'allTime', before: 'before', after: 'after', between: 'between' } as const;
const LIMIT_OPTIONS = LIMITS.map((value) => ({ value, label: t('events', { count: Number(value) }) }));
const ORDER_OPTIONS = (['recent', 'oldest'] as const).map((value) => ({ value, label: t(value) }));
const TIME_OPTIONS = TIME_FILTERS.map((value) => ({ value, label: t(TIME_LABELS[value]) }));

/** Names an event type for people. */
const nameOf = (type: string) => type.replaceAll('_', ' ');

interface WordFieldProps {
  label: string;
  hint: string;
  word: string;
  onWord: (word: string) => void;
}

function WordField({ label, hint, word, onWord }: WordFieldProps) {
  const [typed, setTyped] = useSearchField(word, onWord);
  return (
    <TextField
      size="small"
      label={label}
      placeholder={hint}
      maxLength={NAME_MAX}
      value={typed}
      onChange={setTyped}
    />
  );
}

function Times({ filter, onChange }: FeedFiltersProps) {
  const { time, from, to } = filter;
  return (
    <>
      <Select
        size="small"
        label={t('time')}
        options={TIME_OPTIONS}
        value={time}
        onChange={(next) => onChange({ time: next })}
      />
      {(time === 'after' || time === 'between') && (
        <TextField
          size="small"
          type="datetime-local"
          label={t('from')}
          value={from}
          onChange={(next) => onChange({ from: next })}
        />
      )}
      {(time === 'before' || time === 'between') && (
        <TextField
          size="small"
          type="datetime-local"
          label={t('to')}
          value={to}
          onChange={(next) => onChange({ to: next })}
        />
      )}
    </>
  );
}

/** All filters of the feed; they live in the address. */
export function FeedFilters({ filter, onChange }: FeedFiltersProps) {
  const { limit, order, type: types, user, page } = filter;
  const typeOptions = [
    { value: '' as const, label: t(types.length === 0 ? 'anyType' : 'addType') },
    ...EventType.options
      .filter((type) => !types.includes(type))
      .map((value) => ({ value, label: nameOf(value) })),
  ];
  return (
    <>
      <search className={styles.filters}>
        <Select
          size="small"
          label={t('limit')}
          options={LIMIT_OPTIONS}
          value={limit}
          onChange={(next) => onChange({ limit: next })}
        />
        <Select
          size="small"
          label={t('order')}
          options={ORDER_OPTIONS}
          value={order}
          onChange={(next) => onChange({ order: next })}
        />
        <Times filter={filter} onChange={onChange} />
        <Select
          size="small"
          label={t('eventType')}
          options={typeOptions}
          value=""
          onChange={(next) => next !== '' && onChange({ type: [...types, next] })}
        />
        <WordField
          label={t('userField')}
          hint={t('userHint')}
          word={user}
          onWord={(next) => onChange({ user: next })}
        />
        <WordField
          label={t('page')}
          hint={t('pageHint')}
          word={page}
          onWord={(next) => onChange({ page: next })}
        />
        {hasFilters(filter) && (
          <Button size="small" variant="quiet" onClick={() => onChange(NO_FILTER)}>
            {t('clear')}
          </Button>
        )}
      </search>
      <FilterChips
        chips={types.map((type) => ({
          label: nameOf(type),
          onRemove: () => onChange({ type: types.filter((each) => each !== type) }),
        }))}
      />
    </>
  );
}
