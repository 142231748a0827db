import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { EXPIRY_FILTERS, REVIEW_FILTERS } from '@stagelink/shared/contracts/snapshots';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { MultiSelect } from '../../kit/MultiSelect.tsx';
import { Select } from '../../kit/Select.tsx';
import { hasFilters, type SnapshotFilters, UNFILTERED } from './snapshotFilters.ts';
import { useProjects } from '../projects/api.ts';
import { useTags } from './api.ts';
import { t } from './copy.ts';
import { REVIEW } from './chips.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './Filters.module.css';

const STATUS = { active: 'active', expired: 'expiredOnes', all: 'all' } as const;
const DATES = ['createdFrom', 'createdTo', 'expiresFrom', 'expiresTo'] as const;

interface FiltersProps {
  question: SnapshotFilters;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

export function Filters({ question, onAsk }: FiltersProps) {
  const { data: tags = [] } = useTags();
  const { data } = useProjects();
  const projects = data?.projects ?? [];

  return (
    <Stack gap="medium">
      <SegmentedControl
        isWide
        label={t('status')}
        options={EXPIRY_FILTERS.map((status) => ({ value: status, label: t(STATUS[status]) }))}
        value={question.status}
        onChange={(status) => onAsk({ status })}
      />
      <Select
        size="small"
        label={t('project')}
        options={[
          { value: '', label: t('allProjects') },
          { value: NO_PROJECT, label: t('noProject') },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={question.project ?? ''}
        onChange={(project) => onAsk({ project: project || undefined })}
      />
      <Select
        size="small"
        label={t('review')}
        options={[
          { value: '' as const, label: t('anyReview') },
          ...REVIEW_FILTERS.map((review) => ({ value: review, label: t(REVIEW[review]) })),
        ]}
        value={question.review ?? ''}
        onChange={(review) => onAsk({ review: review || undefined })}
      />
      <MultiSelect
        label={t('tags')}
        options={[...new Set([...tags, ...question.tags])]}
        value={question.tags}
        onChange={(chosen) => onAsk({ tags: chosen })}
      />
      <div className={styles.dates}>
        {DATES.map((field) => (
          <TextField
            key={field}
            size="small"
            type="date"
            label={t(field)}
            value={question[field] ?? ''}
            onChange={(day) => onAsk({ [field]: day || undefined })}
          />
        ))}
      </div>
      <Button
        size="small"
        variant="plain"
        disabled={!hasFilters(question) && question.status === 'active'}
        onClick={() => onAsk(UNFILTERED)}
      >
        {t('clearFilters')}
      </Button>
    </Stack>
  );
}
