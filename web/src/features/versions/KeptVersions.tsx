import { useKeptVersions } from './api.ts';
import { t } from './copy.ts';
import type { VersionActions } from './useVersionActions.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './VersionList.module.css';

const CHOICES = [10, 50, 100];

/** Lets the owner choose how many of the newest versions are kept. */
export function KeptVersions({ snapshotId, acts }: { snapshotId: string; acts: VersionActions }) {
  const kept = useKeptVersions(snapshotId);
  const choices = kept === null || CHOICES.includes(kept) ? CHOICES : [...CHOICES, kept];
  return (
    <label className={styles.kept}>
      {t('kept')}
      <select
        value={kept ?? ''}
        disabled={acts.isBusy}
        onChange={({ target }) => void acts.keep(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('keptAll')}</option>
        {choices.map((count) => (
          <option key={count} value={count}>
            {t('keptNewest', { count })}
          </option>
        ))}
      </select>
      <Text as="span" tone="muted">
        {t('keptHint')}
      </Text>
    </label>
  );
}
