import { Kbd } from '../../kit/Kbd.tsx';
/* eslint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- No element is a list that
   follows a field; its keys are the field's. */
import { SnapshotPicture } from '../../features/snapshots/SnapshotPicture.tsx';
import { t } from './copy.ts';
import { type Action, GROUPS } from '../../lib/keyboard/actions.ts';
import { signOf } from '../../lib/keyboard/keyNames.ts';
import { useSingleKeys } from '../../lib/keyboard/keys.ts';
import styles from './Palette.module.css';

export const optionId = (listId: string, { id }: Action) => `${listId}-${id}`;

interface PaletteListProps {
  id: string;
  matches: readonly Action[];
  current: Action | undefined;
  onSelect: (index: number) => void;
  onRun: (action: Action) => void;
}

/** The field above keeps the focus and refers to the current option (aria-activedescendant). */
export function PaletteList({ id, matches, current, onSelect, onRun }: PaletteListProps) {
  const hasKeys = useSingleKeys();

  const option = (action: Action) => (
    <div
      key={action.id}
      id={optionId(id, action)}
      role="option"
      tabIndex={-1}
      aria-selected={action === current}
      className={styles.option}
      onPointerMove={() => onSelect(matches.indexOf(action))}
      onClick={() => onRun(action)}
    >
      {action.snapshot && (
        <span className={styles.picture} aria-hidden>
          <SnapshotPicture snapshot={action.snapshot} />
        </span>
      )}
      <span className={styles.label}>{action.label}</span>
      {action.aside && <span className={styles.aside}>{action.aside}</span>}
      {hasKeys && action.keys?.map((key) => <Kbd key={key}>{signOf(key)}</Kbd>)}
    </div>
  );

  return (
    <div id={id} role="listbox" aria-label={t('results')} className={styles.list} tabIndex={-1}>
      {GROUPS.map((group) => {
        const own = matches.filter((action) => action.group === group);
        return (
          own.length > 0 && (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} className={styles.group} role="presentation">
                {t(group)}
              </p>
              {own.map(option)}
            </div>
          )
        );
      })}
    </div>
  );
}
