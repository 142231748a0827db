import { useSingleKeys } from '../../lib/keyboard/keys.ts';
import { COMMAND_KEY } from '../../lib/keyboard/platform.ts';
import { t } from './keysCopy.ts';
import styles from './KeySheet.module.css';
import { KeyList } from '../../kit/KeyList.tsx';
import { Modal } from '../../kit/viewer/Modal.tsx';

const KEYS = [
  ['keyComment', 'C'],
  ['keyPins', 'Shift C'],
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
      <KeyList rows={KEYS.map(([label, ...keys]) => ({ label: t(label), keys }))} />
      {!areOn && <p className={styles.quiet}>{t('keysOff')}</p>}
    </Modal>
  );
}
