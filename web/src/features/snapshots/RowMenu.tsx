import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
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
  Pencil,
  RefreshCw,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../kit/Menu.tsx';
import { t } from './rowsCopy.ts';
import * as acts from './actions.ts';
import { download } from './download.ts';
import { t as ofDownload } from './downloadCopy.ts';
import { canExtend, isExpired } from './expiry.ts';
import type { RowActionsProps } from './RowActions.tsx';

const FOLLOWING = { active: 'pause', paused: 'resume', never: 'follow' } as const;

/** Opens on mount: it mounts when its button is pressed. */
export function RowMenu({
  snapshot,
  now,
  isActive,
  isRenaming,
  onRename,
  onDialog,
  onMenu,
}: RowActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    // The menu replaces the pressed button, so return the focus by hand.
    button.current?.focus();
    button.current?.click();
  }, []);

  const expiresAt = new Date(snapshot.expiresAt);
  const hasPassword = snapshot.password !== null;
  const { isRequested, status } = snapshot.review;
  const isReviewable = (!isRequested || status === 'completed') && !isExpired(expiresAt, now);
  const FollowIcon = snapshot.following === 'active' ? BellOff : Bell;

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
      <MenuItem icon={ExternalLink} onSelect={() => acts.open(snapshot)}>
        {t('open')}
      </MenuItem>
      <MenuItem icon={Link} onSelect={() => void acts.copyLink(snapshot)}>
        {t('copyLink')}
      </MenuItem>
      {hasPassword && (
        <>
          <MenuItem icon={KeyRound} onSelect={() => void acts.copyPassword(snapshot)}>
            {t('copyPassword')}
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => void acts.copyBoth(snapshot)}>
            {t('copyBoth')}
          </MenuItem>
        </>
      )}
      <MenuDivider />
      {canExtend(expiresAt, now) && (
        <MenuItem icon={CalendarPlus} onSelect={() => void acts.extend(snapshot)}>
          {t('extend', { days: EXTEND_DAYS })}
        </MenuItem>
      )}
      {isExpired(expiresAt, now) && (
        <MenuItem icon={ArchiveRestore} onSelect={() => void acts.bringBack(snapshot)}>
          {t('bringBack', { days: EXTEND_DAYS })}
        </MenuItem>
      )}
      {!isExpired(expiresAt, now) && (
        <MenuItem icon={RefreshCw} onSelect={() => onDialog('restage')}>
          {t('restage')}
        </MenuItem>
      )}
      <MenuItem icon={Download} onSelect={() => void download(snapshot)}>
        {ofDownload('download')}
      </MenuItem>
      <MenuItem icon={TextCursorInput} onSelect={onRename}>
        {t('rename')}
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={() => onDialog('details')}>
        {t('editDetails')}
      </MenuItem>
      <MenuItem icon={FolderInput} onSelect={() => onDialog('move')}>
        {t('moveToProject')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => onDialog('password')}>
        {t(snapshot.public ? 'addPassword' : 'changePassword')}
      </MenuItem>
      <MenuDivider />
      {isReviewable && (
        <MenuItem icon={ClipboardCheck} onSelect={() => onDialog('review')}>
          {t('requestReview')}
        </MenuItem>
      )}
      <MenuItem icon={FollowIcon} onSelect={() => void acts.toggleFollowing(snapshot)}>
        {t(FOLLOWING[snapshot.following ?? 'never'])}
      </MenuItem>
      <MenuDivider />
      <MenuItem isDanger icon={Trash2} onSelect={() => onDialog('delete')}>
        {t('delete')}
      </MenuItem>
    </Menu>
  );
}
