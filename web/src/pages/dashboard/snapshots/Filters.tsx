import { Button, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { EXPIRY_FILTERS, REVIEW_FILTERS } from '@stagelink/shared/contracts/snapshots';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { useProjects } from '../../../data/projects.ts';
import { useTags } from '../../../data/snapshots.ts';
import { t } from '../../../words/filters.ts';
import { t as list } from '../../../words/snapshots.ts';
import { REVIEW } from './chips.ts';
import styles from './Filters.module.css';
import { isNarrowed, UNFILTERED } from './useListQuestion.ts';

const STATUS = { active: 'active', expired: 'expiredOnes', all: 'all' } as const;
const DATES = ['createdFrom', 'createdTo', 'expiresFrom', 'expiresTo'] as const;

interface FiltersProps {
  question: ListQuestion;
  onAsk: (change: Partial<ListQuestion>) => void;
}

/** Everything the list can be narrowed by. */
export function Filters({ question, onAsk }: FiltersProps) {
  const { data: tags = [] } = useTags();
  const { data } = useProjects();
  const projects = data?.projects ?? [];

  return (
    <div className={styles.filters}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('status')}
        data={EXPIRY_FILTERS.map((status) => ({ value: status, label: t(STATUS[status]) }))}
        value={question.status}
        onChange={(status) => onAsk({ status: status as ListQuestion['status'] })}
      />
      <NativeSelect
        size="xs"
        label={t('project')}
        data={[
          { value: '', label: t('allProjects') },
          { value: NO_PROJECT, label: t('noProject') },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={question.project ?? ''}
        onChange={(event) => onAsk({ project: event.currentTarget.value || null })}
      />
      <NativeSelect
        size="xs"
        label={t('review')}
        data={[
          { value: '', label: t('anyReview') },
          ...REVIEW_FILTERS.map((review) => ({ value: review, label: t(REVIEW[review]) })),
        ]}
        value={question.review ?? ''}
        onChange={(event) => onAsk({ review: (event.currentTarget.value || null) as ListQuestion['review'] })}
      />
      <MultiSelect
        size="xs"
        label={t('tags')}
        data={[...new Set([...tags, ...question.tags])]}
        value={[...question.tags]}
        onChange={(chosen) => onAsk({ tags: chosen })}
        searchable
        comboboxProps={{ withinPortal: false }}
      />
      <div className={styles.dates}>
        {DATES.map((field) => (
          <TextInput
            key={field}
            size="xs"
            type="date"
            label={t(field)}
            value={question[field] ?? ''}
            onChange={(event) => onAsk({ [field]: event.currentTarget.value || null })}
          />
        ))}
      </div>
      <Button
        size="xs"
        variant="default"
        disabled={!isNarrowed(question) && question.status === 'active'}
        onClick={() => onAsk(UNFILTERED)}
      >
        {list('clearFilters')}
      </Button>
    </div>
  );
}
