import { ActionIcon, Menu } from '@mantine/core';
import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import {
  Bell,
  BellOff,
  CalendarPlus,
  ClipboardCheck,
  Copy,
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
import { t } from '../../../words/rows.ts';
import * as acts from './acts.ts';
import { canExtend, isExpired } from './expiry.ts';
import type { RowActionsProps } from './RowActions.tsx';

const FOLLOWING = { active: 'pause', paused: 'resume', never: 'follow' } as const;

/** Everything that can be done with a snapshot. Opens as it comes: it was asked for. */
export function RowMenu({ snapshot, now, isActive, isRenaming, onRename, onDialog }: RowActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    // It stands in the place of the button that was pressed; the focus comes back to it.
    button.current?.focus();
    button.current?.click();
  }, []);

  const expiresAt = new Date(snapshot.expiresAt);
  const hasPassword = snapshot.password !== null;
  const { isRequested, status } = snapshot.review;
  const isReviewable = (!isRequested || status === 'completed') && !isExpired(expiresAt, now);
  const FollowIcon = snapshot.following === 'active' ? BellOff : Bell;

  return (
    // While the name is edited, the focus stays in its field.
    <Menu position="bottom-end" width={224} returnFocus={!isRenaming}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          size={28}
          aria-label={t('more', { name: snapshot.name })}
          tabIndex={isActive ? 0 : -1}
        >
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ExternalLink size={14} />} onClick={() => acts.open(snapshot)}>
          {t('open')}
        </Menu.Item>
        <Menu.Item leftSection={<Link size={14} />} onClick={() => void acts.copyLink(snapshot)}>
          {t('copyLink')}
        </Menu.Item>
        {hasPassword && (
          <>
            <Menu.Item leftSection={<KeyRound size={14} />} onClick={() => void acts.copyPassword(snapshot)}>
              {t('copyPassword')}
            </Menu.Item>
            <Menu.Item leftSection={<Copy size={14} />} onClick={() => void acts.copyBoth(snapshot)}>
              {t('copyBoth')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        {canExtend(expiresAt, now) && (
          <Menu.Item leftSection={<CalendarPlus size={14} />} onClick={() => void acts.extend(snapshot)}>
            {t('extend', { days: EXTEND_DAYS })}
          </Menu.Item>
        )}
        {!isExpired(expiresAt, now) && (
          <Menu.Item leftSection={<RefreshCw size={14} />} onClick={() => onDialog('restage')}>
            {t('restage')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<TextCursorInput size={14} />} onClick={onRename}>
          {t('rename')}
        </Menu.Item>
        <Menu.Item leftSection={<Pencil size={14} />} onClick={() => onDialog('details')}>
          {t('editDetails')}
        </Menu.Item>
        <Menu.Item leftSection={<FolderInput size={14} />} onClick={() => onDialog('move')}>
          {t('moveToProject')}
        </Menu.Item>
        <Menu.Item leftSection={<KeyRound size={14} />} onClick={() => onDialog('password')}>
          {t(snapshot.public ? 'addPassword' : 'changePassword')}
        </Menu.Item>
        <Menu.Divider />
        {isReviewable && (
          <Menu.Item leftSection={<ClipboardCheck size={14} />} onClick={() => onDialog('review')}>
            {t('requestReview')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FollowIcon size={14} />} onClick={() => void acts.toggleFollowing(snapshot)}>
          {t(FOLLOWING[snapshot.following ?? 'never'])}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={() => onDialog('delete')}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
