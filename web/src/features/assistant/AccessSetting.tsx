import { ASSISTANT_ACCESS, type AssistantAccess } from '@stagelink/shared/contracts/assistant';
import { useId } from 'react';
import { useChangeAccess, useSettings } from './api.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './AssistantPanel.module.css';
import { t } from './copy.ts';

const grouped = (count: number) => count.toLocaleString('en');

/** The owner's choice of who may use the assistant, and what it has used. */
export function AccessSetting({ snapshotId }: { snapshotId: string }) {
  const id = useId();
  const { data: settings } = useSettings(snapshotId);
  const change = useChangeAccess(snapshotId);
  if (!settings) return null;
  const { calls, tokens, tokensPerMonth } = settings.spend;
  return (
    <section className={styles.setting}>
      <label htmlFor={id}>{t('settings')}</label>
      <select
        id={id}
        className={styles.select}
        value={change.isPending ? change.variables : settings.access}
        onChange={({ currentTarget }) => change.mutate(currentTarget.value as AssistantAccess)}
      >
        {ASSISTANT_ACCESS.toReversed().map((access) => (
          <option key={access} value={access}>
            {t(`access_${access}`)}
          </option>
        ))}
      </select>
      {change.isError && (
        <p role="alert" className={styles.failure}>
          {t('settingsFailed')}
        </p>
      )}
      <Text tone="muted" size="small">
        {t('spend', { count: calls, tokens: grouped(tokens), limit: grouped(tokensPerMonth) })}
      </Text>
    </section>
  );
}
