import { CheckboxField } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { KeyList } from '../../kit/KeyList.tsx';
import { COMMAND_KEY } from '../../lib/keyboard/platform.ts';
import { t } from './copy.ts';
import { GROUPS, useAllActions } from '../../lib/keyboard/actions.ts';
import { signOf } from '../../lib/keyboard/keyNames.ts';
import { TutorialList } from '../../features/onboarding/TutorialList.tsx';
import { t as onboarding } from '../../features/onboarding/copy.ts';
import styles from './KeySheet.module.css';
import { switchSingleKeys, useSingleKeys } from '../../lib/keyboard/keys.ts';

export function KeySheet({ onClose }: { onClose: () => void }) {
  const actions = useAllActions();
  const isOn = useSingleKeys();

  return (
    <Dialog hasCloseButton title={t('keys')} widthPx={520} onClose={onClose}>
      <div className={styles.switch}>
        <CheckboxField
          label={t('singleKeys')}
          description={t('singleKeysHint')}
          isOn={isOn}
          onChange={switchSingleKeys}
        />
      </div>
      <section>
        <h3 className={styles.group}>{t('anywhere')}</h3>
        <KeyList
          rows={[
            { label: t('open'), keys: [COMMAND_KEY, 'K'] },
            { label: t('undo'), keys: [COMMAND_KEY, 'Z'] },
          ]}
        />
      </section>
      {GROUPS.map((group) => {
        const own = actions.filter((action) => action.group === group && action.keys !== undefined);
        return (
          own.length > 0 && (
            <section key={group}>
              <h3 className={styles.group}>{t(group)}</h3>
              <KeyList
                rows={own.map(({ label, keys = [] }) => ({
                  label,
                  keys: keys.map(signOf),
                  isOff: !isOn && keys.every((key) => key.length === 1),
                }))}
              />
            </section>
          )
        );
      })}
      <section>
        <h3 className={styles.group}>{onboarding('tutorials')}</h3>
        <TutorialList onStart={onClose} />
      </section>
    </Dialog>
  );
}
