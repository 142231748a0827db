import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { Ellipsis, Trash2, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { IconButton } from '../../../kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../kit/Menu.tsx';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { activateUser, deactivateUser } from '../api.ts';
import { t as common } from '../copy.ts';
import { SUCCESS_MS } from '../success.ts';
import { t } from './copy.ts';
import { DeleteUser } from './DeleteUser.tsx';

async function change(act: () => Promise<void>, done: string, failed: string): Promise<boolean> {
  try {
    await act();
    toast(done, { shownFor: SUCCESS_MS });
    return true;
  } catch (error) {
    toastFailure(failed, error);
    return false;
  }
}

interface UserActionsProps {
  user: AdminUser;
  /** The signed-in superadmin, who can neither deactivate nor delete this account here. */
  isOwn: boolean;
}

export function UserActions({ user, isOwn }: UserActionsProps) {
  const [dialog, setDialog] = useState<'deactivate' | 'delete' | null>(null);
  const { uid, name, email } = user;
  const isActive = user.status === 'active';
  const close = () => setDialog(null);

  return (
    <>
      <Menu
        widthPx={200}
        trigger={
          <IconButton label={common('actions', { name })}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem
          icon={isActive ? UserX : UserCheck}
          disabled={isOwn}
          onSelect={() => {
            if (isActive) setDialog('deactivate');
            else void change(() => activateUser(uid), t('activateDone'), t('activateFailed'));
          }}
        >
          {t(isActive ? 'deactivate' : 'activate')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={Trash2} isDanger disabled={isOwn} onSelect={() => setDialog('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {dialog === 'deactivate' && (
        <ConfirmDialog
          title={t('deactivateTitle', { name })}
          text={t('deactivateText', { email })}
          action={t('deactivate')}
          onConfirm={() => change(() => deactivateUser(uid), t('deactivateDone'), t('deactivateFailed'))}
          onClose={close}
        />
      )}
      {dialog === 'delete' && <DeleteUser user={user} onClose={close} />}
    </>
  );
}
