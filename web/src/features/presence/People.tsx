import { UserRound } from 'lucide-react';
import { usePresence } from './api.ts';
import { t } from '../preview/copy.ts';
import styles from './People.module.css';

/** Circles beside each other; others are counted. */
const SHOWN = 3;

const list = new Intl.ListFormat('en');
const initialOf = (name: string) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase();

export function People({ snapshotId }: { snapshotId: string }) {
  const { data } = usePresence(snapshotId);
  if (!data) return null;
  const { people, visitors } = data;
  const count = people.length + visitors;
  if (count === 0) return null;

  const names = people.map(({ name }) => name);
  if (visitors > 0) names.push(t('visitors', { count: visitors }));
  const text = t('people', { count, names: list.format(names) });
  // The last circle counts, if not all fit.
  const fits = count > SHOWN ? SHOWN - 1 : count;
  const shown = people.slice(0, fits);
  const unnamed = Math.min(visitors, fits - shown.length);
  const more = count - fits;
  return (
    <span className={styles.people} title={text}>
      <span className={styles.message}>{text}</span>
      {shown.map(({ name }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
        <span key={`${name} ${at}`} className={styles.person} aria-hidden="true">
          {initialOf(name)}
        </span>
      ))}
      {Array.from({ length: unnamed }, (_, at) => (
        <span key={at} className={styles.person} aria-hidden="true">
          <UserRound size={14} />
        </span>
      ))}
      {more > 0 && (
        <span className={styles.person} aria-hidden="true">
          +{more}
        </span>
      )}
    </span>
  );
}
