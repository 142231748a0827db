import type { Problem } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
import styles from './FolderStatusCard.module.css';

/** Shows the failing line of the build output first. */
export function Failure({ problem }: { problem: Problem }) {
  return (
    <section className={styles.card} data-tone="danger" role="alert">
      <h2>{problem.message}</h2>
      {problem.hint !== '' && <p>{problem.hint}</p>}
      {problem.lines.length > 0 && (
        // A region that scrolls has to be reached by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles.lines} aria-label={t('problemLines')} tabIndex={0}>
          {problem.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Lines have no name but their place.
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
