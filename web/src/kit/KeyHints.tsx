import { Kbd } from './Kbd.tsx';
import styles from './KeyHints.module.css';
import { useSingleKeys } from '../lib/keyboard/keys.ts';

interface KeyHintsProps {
  hints: readonly { keys: readonly string[]; act: string }[];
}

/** Hidden on touch devices; can be dismissed. */
export function KeyHints({ hints }: KeyHintsProps) {
  if (!useSingleKeys()) return null;
  return (
    <p className={styles.hints}>
      {hints.map(({ keys, act }) => (
        <span key={act}>
          {keys.map((key) => (
            <Kbd key={key} size="small">
              {key}
            </Kbd>
          ))}
          {act}
        </span>
      ))}
    </p>
  );
}
