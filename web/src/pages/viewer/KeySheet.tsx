import { useSingleKeys } from '../../lib/keyboard/keys.ts';
import { COMMAND_KEY } from '../../lib/keyboard/platform.ts';
import { t } from './keysCopy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { KeyList } from '../../kit/KeyList.tsx';
import { Dialog } from '../../kit/Dialog.tsx';

const KEYS = [
  ['keyComment', 'C'],
  ['keyMode', '1', '2', '3'],
  ['keyWalkPage', 'Tab', '↑', '↓', '←', '→'],
  ['keyAdd', 'Space'],
  ['keyFinish', 'Enter'],
  ['keyFreeze', 'F'],
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
    <Dialog hasCloseButton widthPx={400} title={t('keys')} onClose={onClose}>
      <KeyList rows={KEYS.map(([label, ...keys]) => ({ label: t(label), keys }))} />
      {!areOn && (
        <Text tone="muted" size="small">
          {t('keysOff')}
        </Text>
      )}
    </Dialog>
  );
}
