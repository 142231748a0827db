import { usePresence } from '../../data/presence.ts';
import { t } from '../../words/frames.ts';
import styles from './People.module.css';

const SHOWN = 3;

const list = new Intl.ListFormat('en');
const initialOf = (name: string) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase();

/** In the bar: who else is looking, quietly. */
export function People({ snapshotId }: { snapshotId: string }) {
  const { data } = usePresence(snapshotId);
  if (!data) return null;
  const { people, visitors } = data;
  const count = people.length + visitors;
  if (count === 0) return null;

  const names = people.map(({ name }) => name);
  if (visitors > 0) names.push(t('visitors', { count: visitors }));
  const said = t('people', { count, names: list.format(names) });
  const shown = people.slice(0, SHOWN);
  const more = count - shown.length;
  return (
    <span className={styles['people']} title={said}>
      <span className={styles['said']}>{said}</span>
      {shown.map(({ name }) => (
        <span key={name} className={styles['person']} aria-hidden="true">
          {initialOf(name)}
        </span>
      ))}
      {more > 0 && (
        <span className={styles['person']} aria-hidden="true">
          +{more}
        </span>
      )}
    </span>
  );
}
