import type { ChangedFile } from '@stagelink/shared/contracts/versions';
import { bytes } from '@stagelink/shared/domain/format';
import type { z } from 'zod/mini';
import { useState } from 'react';
import { useComparison } from './api.ts';
import { t } from './copy.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Button } from '../../kit/Button.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ChangedFiles.module.css';
import { FileDiff } from './FileDiff.tsx';

type FileChange = z.infer<typeof ChangedFile>;

const SIGNS: Record<FileChange['change'], string> = { added: '+', removed: '−', changed: '•' };

function sizeOf({ before, after }: FileChange): string {
  if (before === null || after === null) return bytes(before ?? after ?? 0);
  return t('sizes', { before: bytes(before), after: bytes(after) });
}

interface ChangedFilesProps {
  id: string;
  from: number;
  to: number;
}

export function ChangedFiles({ id, from, to }: ChangedFilesProps) {
  const { data, isPending, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useComparison(id, from, to);
  const [chosen, setChosen] = useState<string | null>(null);

  if (isPending) return <output className={styles.message}>{t('comparing')}</output>;
  if (!data) {
    return (
      <ErrorState
        className={styles.message}
        message={t('compareFailed')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const files = data.pages.flatMap((page) => page.files);
  const unchanged = data.pages[0]?.unchanged ?? 0;
  if (files.length === 0) return <p className={styles.message}>{t('same')}</p>;

  const shown = files.find(({ path }) => path === chosen) ?? files.find(({ isText }) => isText);
  return (
    <div className={styles.compared}>
      <nav className={styles.list} aria-label={t('changes')}>
        <ul>
          {files.map((file) => (
            <li key={file.path}>
              <button
                type="button"
                className={styles.file}
                aria-current={file === shown || undefined}
                onClick={() => setChosen(file.path)}
              >
                <span className={styles.sign} data-change={file.change} title={t(`change_${file.change}`)}>
                  {SIGNS[file.change]}
                </span>
                <Text as="span" isGrowing isBreaking isCode>
                  {file.path}
                </Text>
                <VisuallyHidden>{t(`change_${file.change}`)}</VisuallyHidden>
                <span className={styles.size}>{sizeOf(file)}</span>
              </button>
            </li>
          ))}
        </ul>
        {isError && (
          <ErrorState message={t('compareFailed')} error={error} onRetry={() => void fetchNextPage()} />
        )}
        {hasNextPage && !isError && (
          <Button
            variant="quiet"
            size="small"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('moreFiles')}
          </Button>
        )}
        {unchanged > 0 && <p className={styles.note}>{t('unchanged', { count: unchanged })}</p>}
      </nav>
      {shown ? (
        <FileDiff key={shown.path} id={id} from={from} to={to} file={shown} />
      ) : (
        <p className={styles.message}>{t('chooseFile')}</p>
      )}
    </div>
  );
}
