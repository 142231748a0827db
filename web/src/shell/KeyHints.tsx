import { Kbd } from '@mantine/core';
import styles from './KeyHints.module.css';
import { useSingleKeys } from './palette/keys.ts';

interface KeyHintsProps {
  /** What each key does, in words. */
  hints: readonly { keys: readonly string[]; act: string }[];
}

/** For people with a keyboard, who will not need it twice. */
export function KeyHints({ hints }: KeyHintsProps) {
  if (!useSingleKeys()) return null;
  return (
    <p className={styles.hints}>
      {hints.map(({ keys, act }) => (
        <span key={act}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
          {act}
        </span>
      ))}
    </p>
  );
}
