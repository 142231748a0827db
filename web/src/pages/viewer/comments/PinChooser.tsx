import { t } from '../../../words/comments.ts';
import { Modal } from '../Modal.tsx';
import styles from './PinChooser.module.css';
import type { Threads } from './useThreads.ts';

/** Several pins lie over each other: which thread is meant. */
export function PinChooser({ threads }: { threads: Threads }) {
  return (
    <Modal title={t('choosePin')} onClose={threads.forgetPressed}>
      <ul className={styles['list']}>
        {threads.pressed.map(({ root }) => (
          <li key={root.id}>
            <button type="button" className={styles['pin']} onClick={() => threads.choose(root.id)}>
              <span className={styles['number']}>{root.pinNumber}</span>
              <span className={styles['text']}>
                <b>{root.authorName}</b> {root.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
