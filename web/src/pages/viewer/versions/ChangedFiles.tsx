import type { ChangedFile } from '@stagelink/shared/contracts/versionHistory';
import type { z } from 'zod/mini';
import { useState } from 'react';
import { useComparison } from '../../../data/versions.ts';
import { bytes } from '../../../ui/bytes.ts';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/versions.ts';
import { button } from '../controls.ts';
import styles from './ChangedFiles.module.css';
import { FileDiff } from './FileDiff.tsx';

type Changed = z.infer<typeof ChangedFile>;

const SIGNS: Record<Changed['change'], string> = { added: '+', removed: '−', changed: '•' };

function sizeOf({ before, after }: Changed): string {
  if (before === null || after === null) return bytes(before ?? after ?? 0);
  return t('sizes', { before: bytes(before), after: bytes(after) });
}

interface ChangedFilesProps {
  id: string;
  from: number;
  to: number;
}

/** Which files differ between two versions, and what has changed in one of them. */
export function ChangedFiles({ id, from, to }: ChangedFilesProps) {
  const { data, isPending, isError, refetch } = useComparison(id, from, to);
  const [chosen, setChosen] = useState<string | null>(null);

  if (isPending) return <output className={styles['said']}>{t('comparing')}</output>;
  if (isError) {
    return (
      <div role="alert" className={styles['said']}>
        <p>{t('compareFailed')}</p>
        <button type="button" className={button('plain', 'small')} onClick={() => void refetch()}>
          {common('retry')}
        </button>
      </div>
    );
  }
  if (data.files.length === 0) return <p className={styles['said']}>{t('same')}</p>;

  const shown = data.files.find(({ path }) => path === chosen) ?? data.files.find(({ isText }) => isText);
  return (
    <div className={styles['compared']}>
      <nav className={styles['list']} aria-label={t('changes')}>
        <ul>
          {data.files.map((file) => (
            <li key={file.path}>
              <button
                type="button"
                className={styles['file']}
                aria-current={file === shown || undefined}
                onClick={() => setChosen(file.path)}
              >
                <span className={styles['sign']} data-change={file.change} title={t(`change_${file.change}`)}>
                  {SIGNS[file.change]}
                </span>
                <span className={styles['path']}>{file.path}</span>
                <span className={styles['hidden']}>{t(`change_${file.change}`)}</span>
                <span className={styles['size']}>{sizeOf(file)}</span>
              </button>
            </li>
          ))}
        </ul>
        {data.unchanged > 0 && <p className={styles['note']}>{t('unchanged', { count: data.unchanged })}</p>}
      </nav>
      {shown ? (
        <FileDiff key={shown.path} id={id} from={from} to={to} file={shown} />
      ) : (
        <p className={styles['said']}>{t('chooseFile')}</p>
      )}
    </div>
  );
}
