import { Kbd } from './Kbd.tsx';
import styles from './KeyList.module.css';

interface KeyListProps {
  rows: readonly { label: string; keys: readonly string[]; isOff?: boolean }[];
}

/** What can be done, and with which keys. */
export const KeyList = ({ rows }: KeyListProps) => (
  <dl>
    {rows.map(({ label, keys, isOff = false }) => (
      <div key={label} className={styles.row} data-off={isOff}>
        <dt>{label}</dt>
        <dd>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
