import { ago, bytes, duration, moment } from '@stagelink/shared/domain/format';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@stagelink/web/lib/useNow.ts';
import { Section } from '@stagelink/web/kit/Section.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { VisuallyHidden } from '@stagelink/web/kit/VisuallyHidden.tsx';
import { ErrorState } from '@stagelink/web/kit/ErrorState.tsx';
import type { Folder, StageRecord } from '../../../protocol/folders.ts';
import { useHistory } from '../folders/api.ts';
import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import { t } from './copy.ts';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './History.module.css';

const SHOWN = 10;

const CAUSES = { person: 'person', change: 'changeCause', queue: 'queue' } as const;

function outcomeOf({ outcome, version }: StageRecord): string {
  if (outcome === 'failed') return t('failedOutcome');
  if (outcome === 'cancelled') return t('cancelled');
  if (outcome === 'waiting') return t('held', { version: version ?? '' });
  return version === null ? t('stagedPlain') : t('staged', { version });
}

function Record({ record, now }: { record: StageRecord; now: Date }) {
  const { startedAt, cause, outcome, files, changedFiles, milliseconds, version, url, pins, problem } =
    record;
  const at = new Date(startedAt);
  return (
    <tr className={styles.record} data-outcome={outcome}>
      <td>
        <time dateTime={at.toISOString()} title={moment(at)}>
          {ago(at, now)}
        </time>
      </td>
      <td>{t(CAUSES[cause])}</td>
      <td className={styles.outcome}>
        <span>{outcomeOf(record)}</span>
        {problem && <span className={styles.problem}>{problem.message}</span>}
        {pins && (
          <Text as="span" tone="muted">
            {pinSummary(pins)}
          </Text>
        )}
      </td>
      <td className={styles.number}>{files ?? '–'}</td>
      <td className={styles.number}>{changedFiles ?? '–'}</td>
      <td className={styles.number}>{record.bytes === null ? '–' : bytes(record.bytes)}</td>
      <td className={styles.number}>{duration(milliseconds)}</td>
      <td className={styles.number}>
        {url !== null && outcome === 'staged' && (
          <a
            className={styles.open}
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t('openVersion', { version: version ?? '' })}
          >
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </td>
    </tr>
  );
}

function Records({ records }: { records: readonly StageRecord[] }) {
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const newestFirst = records.toSorted((a, b) => b.startedAt - a.startedAt);
  const shown = isWhole ? newestFirst : newestFirst.slice(0, SHOWN);
  const more = records.length - shown.length;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it. */}
      <section className={styles.scroll} aria-label={t('records')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('cause')}</th>
              <th scope="col">{t('outcome')}</th>
              {(['files', 'changed', 'size', 'took'] as const).map((column) => (
                <th key={column} scope="col" className={styles.number}>
                  {t(column)}
                </th>
              ))}
              <th scope="col">
                <VisuallyHidden>{t('open')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => (
              <Record key={record.id} record={record} now={now} />
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(true)}>
          {t('historyAll', { count: more })}
        </Button>
      )}
    </>
  );
}

export function History({ folder }: { folder: Folder }) {
  const { data, error, refetch } = useHistory(folder.id);
  return (
    <Section title={t('history')} hint={t('historyHint')}>
      {error && (
        <ErrorState
          className={styles.failed}
          message={t('historyFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className={styles.empty}>{t('historyEmpty')}</p>}
      {data && data.length > 0 && <Records records={data} />}
    </Section>
  );
}
