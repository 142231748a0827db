import { Checkbox, Kbd, Modal } from '@mantine/core';
import { COMMAND_KEY } from '../../ui/platform.ts';
import { t } from '../../words/palette.ts';
import { GROUPS, useAllActions } from './actions.ts';
import { signOf } from './keyNames.ts';
import styles from './KeySheet.module.css';
import { switchSingleKeys, useSingleKeys } from './keys.ts';

interface RowProps {
  label: string;
  keys: readonly string[];
  isOff?: boolean;
}

function Row({ label, keys, isOff = false }: RowProps) {
  return (
    <div className={styles.row} data-off={isOff}>
      <dt>{label}</dt>
      <dd>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}

/** Every key and what it does here, and the switch for those that are pressed alone. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const actions = useAllActions();
  const isOn = useSingleKeys();

  return (
    <Modal opened onClose={onClose} size={520} title={t('keys')}>
      <Checkbox
        className={styles.switch}
        classNames={{ description: styles.hint }}
        label={t('singleKeys')}
        description={t('singleKeysHint')}
        checked={isOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
      <section>
        <h3 className={styles.group}>{t('anywhere')}</h3>
        <dl className={styles.rows}>
          <Row label={t('open')} keys={[COMMAND_KEY, 'K']} />
          <Row label={t('undo')} keys={[COMMAND_KEY, 'Z']} />
        </dl>
      </section>
      {GROUPS.map((group) => {
        const own = actions.filter((action) => action.group === group && action.keys !== undefined);
        return (
          own.length > 0 && (
            <section key={group}>
              <h3 className={styles.group}>{t(group)}</h3>
              <dl className={styles.rows}>
                {own.map(({ id, label, keys = [] }) => (
                  <Row
                    key={id}
                    label={label}
                    keys={keys.map(signOf)}
                    isOff={!isOn && keys.every((key) => key.length === 1)}
                  />
                ))}
              </dl>
            </section>
          )
        );
      })}
    </Modal>
  );
}
