import type { Problem } from '../../../folders.ts';
import { t } from '../../words/folder.ts';
import styles from './InTheWay.module.css';

/** Why the last try failed and what to do; of the build's own words the failing line first. */
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
