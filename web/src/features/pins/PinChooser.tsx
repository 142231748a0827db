import { t } from '../comments/copy.ts';
import { Modal } from '../../kit/viewer/Modal.tsx';
import styles from './PinChooser.module.css';
import type { Threads } from '../comments/useThreads.ts';

/** Lets the user choose among overlapping pins. */
export function PinChooser({ threads }: { threads: Threads }) {
  return (
    <Modal title={t('choosePin')} onClose={threads.forgetPressed}>
      <ul className={styles.list}>
        {threads.pressed.map(({ root }) => (
          <li key={root.id}>
            <button type="button" className={styles.pin} onClick={() => threads.choose(root.id)}>
              <span className={styles.number}>{root.pinNumber}</span>
              <span className={styles.text}>
                <b>{root.authorName}</b> {root.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
