import { Kbd } from '@mantine/core';
import { useSingleKeys } from '../../../shell/palette/keys.ts';
import { t } from '../../../words/rows.ts';
import styles from './KeyHints.module.css';

const HINTS = [
  { keys: ['J', 'K'], act: 'keyMove' },
  { keys: ['X'], act: 'keySelect' },
  { keys: ['↵'], act: 'keyOpen' },
  { keys: ['L'], act: 'keyCopy' },
  { keys: ['E'], act: 'keyExtend' },
  { keys: ['N'], act: 'keyNew' },
  { keys: ['/'], act: 'keySearch' },
] as const;

/** For people with a keyboard, who will not need it twice. */
export function KeyHints() {
  if (!useSingleKeys()) return null;
  return (
    <p className={styles.hints}>
      {HINTS.map(({ keys, act }) => (
        <span key={act}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
          {t(act)}
        </span>
      ))}
    </p>
  );
}
