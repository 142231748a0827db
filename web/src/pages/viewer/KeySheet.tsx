import { useSingleKeys } from '../../shell/palette/keys.ts';
import { COMMAND_KEY } from '../../ui/platform.ts';
import { t } from '../../words/frames.ts';
import styles from './KeySheet.module.css';
import { Modal } from './Modal.tsx';

const KEYS = [
  ['keyComment', 'C'],
  ['keyWalk', 'J', 'K'],
  ['keyReply', 'R'],
  ['keyResolve', 'Shift R'],
  ['keySend', `${COMMAND_KEY} Enter`],
  ['keyFiles', '['],
  ['keyPanel', ']'],
  ['keyLeave', 'Esc'],
  ['keyHelp', '?'],
] as const;

export function KeySheet({ onClose }: { onClose: () => void }) {
  const areOn = useSingleKeys();
  return (
    <Modal title={t('keys')} onClose={onClose}>
      <dl className={styles['keys']}>
        {KEYS.map(([what, ...keys]) => (
          <div key={what}>
            <dt>{t(what)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles['key']}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {!areOn && <p className={styles['quiet']}>{t('keysOff')}</p>}
    </Modal>
  );
}
