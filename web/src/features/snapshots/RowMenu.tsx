import {
  ArchiveRestore,
  Bell,
  BellOff,
  CalendarPlus,
  ClipboardCheck,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  FolderInput,
  KeyRound,
  Link,
  type LucideIcon,
  Pencil,
  RefreshCw,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../kit/Menu.tsx';
import { QuickAction } from '../../kit/QuickAction.tsx';
import type { RowActionsProps } from './RowActions.tsx';
import { useKnownUser } from '../identity/account/sessionApi.ts';
import { t } from './copy.ts';
import { actionsOf, type SnapshotActionId } from './snapshotActions.ts';
import styles from './SnapshotTable.module.css';

// Drawn on demand only, so they do not load with the list.
const ICONS: Record<SnapshotActionId, LucideIcon> = {
  open: ExternalLink,
  copyLink: Link,
  copyPassword: KeyRound,
  copyBoth: Copy,
  extend: CalendarPlus,
  bringBack: ArchiveRestore,
  restage: RefreshCw,
  download: Download,
  rename: TextCursorInput,
  details: Pencil,
  move: FolderInput,
  addPassword: KeyRound,
  changePassword: KeyRound,
  review: ClipboardCheck,
  follow: Bell,
  pause: BellOff,
  resume: Bell,
  delete: Trash2,
};

/** What can be done with a snapshot now, and what is against it. */
function useActions({ snapshot, now }: Pick<RowActionsProps, 'snapshot' | 'now'>) {
  const most = useKnownUser()?.limits.maxExpiryDays ?? Infinity;
  return actionsOf(snapshot, now).map((action) => ({
    ...action,
    obstacle: action.obstacle?.(snapshot, now, most) ?? null,
  }));
}

/** The common actions, the menu’s first beside it. */
export function QuickActions({ snapshot, now, isActive, controls }: RowActionsProps) {
  return useActions({ snapshot, now })
    .filter(({ isQuick }) => isQuick)
    .toReversed()
    .map(({ id, label, obstacle, run }) => (
      <QuickAction
        key={id}
        icon={ICONS[id]}
        label={label}
        obstacle={obstacle}
        tabIndex={isActive ? 0 : -1}
        act={async () => (await run(snapshot, controls)) === true}
      />
    ));
}

/** Opens on mount: it mounts when its button is pressed. */
export function RowMenu({ snapshot, now, isActive, isRenaming, controls, onMenu }: RowActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    // The menu replaces the pressed button, so return the focus by hand.
    button.current?.focus();
    button.current?.click();
  }, []);
  const actions = useActions({ snapshot, now });

  return (
    // While renaming, the field keeps the focus.
    <Menu
      widthPx={224}
      returnsFocus={!isRenaming}
      onOpenChange={onMenu}
      trigger={
        <IconButton ref={button} label={t('more', { name: snapshot.name })} tabIndex={isActive ? 0 : -1}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {actions.map(({ id, section, label, obstacle, run }, index) => (
        <Fragment key={id}>
          {index > 0 && section !== actions[index - 1]?.section && <MenuDivider />}
          <MenuItem
            icon={ICONS[id]}
            isDanger={id === 'delete'}
            disabled={obstacle !== null}
            onSelect={() => void run(snapshot, controls)}
          >
            {obstacle === null ? (
              label
            ) : (
              <span>
                {label}
                <span className={styles.obstacle}>{obstacle}</span>
              </span>
            )}
          </MenuItem>
        </Fragment>
      ))}
    </Menu>
  );
}
