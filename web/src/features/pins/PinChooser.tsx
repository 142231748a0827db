import { t } from '../comments/copy.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import styles from './PinChooser.module.css';
import type { Thread } from '../comments/threads.ts';

interface PinChooserProps {
  /** Those of overlapping pins. */
  threads: readonly Thread[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Lets the user choose among overlapping pins. */
export function PinChooser({ threads, onChoose, onClose }: PinChooserProps) {
  return (
    <Dialog hasCloseButton widthPx={400} title={t('choosePin')} onClose={onClose}>
      <ul className={styles.list}>
        {threads.map(({ root }) => (
          <li key={root.id}>
            <button type="button" className={styles.pin} onClick={() => onChoose(root.id)}>
              <span className={styles.number}>{root.pinNumber}</span>
              <span className={styles.text}>
                <b>{root.authorName}</b> {root.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
