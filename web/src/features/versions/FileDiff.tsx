import type { ChangedFile, DiffHunk } from '@stagelink/shared/contracts/versions';
import type { z } from 'zod/mini';
import { useFileComparison } from './api.ts';
import { t } from './copy.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './ChangedFiles.module.css';

type Hunk = z.infer<typeof DiffHunk>;
type Kind = Hunk['lines'][number]['kind'];

const SIGNS: Record<Kind, string> = { added: '+', removed: '−', same: '' };

interface NumberedLine {
  kind: Kind;
  text: string;
  before: number | null;
  after: number | null;
}

/** Adds the old and new line numbers. */
function numbered({ oldStart, newStart, lines }: Hunk): NumberedLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.map(({ kind, text }) => ({
    kind,
    text,
    before: kind === 'added' ? null : before++,
    after: kind === 'removed' ? null : after++,
  }));
}

function Lines({ hunk }: { hunk: Hunk }) {
  return (
    <tbody>
      {numbered(hunk).map(({ kind, text, before, after }) => (
        <tr key={`${before} ${after}`} data-kind={kind}>
          <td className={styles.at}>{before}</td>
          <td className={styles.at}>{after}</td>
          <td className={styles.mark}>
            <span aria-hidden>{SIGNS[kind]}</span>
            <VisuallyHidden>{t(`line_${kind}`)}</VisuallyHidden>
          </td>
          <td className={styles.line}>{text}</td>
        </tr>
      ))}
    </tbody>
  );
}

interface FileDiffProps {
  id: string;
  from: number;
  to: number;
  file: z.infer<typeof ChangedFile>;
}

function TextDiff({ id, from, to, file: { path } }: FileDiffProps) {
  const { data, isPending, isError, error, refetch } = useFileComparison(id, from, to, path);
  if (isPending) return <output className={styles.message}>{t('comparing')}</output>;
  if (isError) {
    return (
      <ErrorState
        className={styles.message}
        message={t('compareFailed')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.hunks.length === 0) return <p className={styles.message}>{t('tooDifferent')}</p>;
  return (
    <>
      {data.isSplit && <p className={styles.note}>{t('split')}</p>}
      <table className={styles.lines} aria-label={t('diffOf', { path })}>
        <VisuallyHidden as="thead">
          <tr>
            <th>{t('oldLine')}</th>
            <th>{t('newLine')}</th>
            <th>{t('changes')}</th>
            <th>{t('text')}</th>
          </tr>
        </VisuallyHidden>
        {data.hunks.map((hunk) => (
          <Lines key={`${hunk.oldStart} ${hunk.newStart}`} hunk={hunk} />
        ))}
      </table>
      {data.isCut && <p className={styles.note}>{t('cut')}</p>}
    </>
  );
}

export function FileDiff(props: FileDiffProps) {
  const { path, isText } = props.file;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <section className={styles.diff} aria-label={t('diffOf', { path })} tabIndex={0}>
      <h3 className={styles.name}>{path}</h3>
      {isText ? <TextDiff {...props} /> : <p className={styles.message}>{t('noLines')}</p>}
    </section>
  );
}
