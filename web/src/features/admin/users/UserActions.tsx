import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { Ellipsis, LayoutList, Trash2, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { IconButton } from '../../../kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../kit/Menu.tsx';
import { useNavigate } from '../../../lib/router.ts';
import { useKnownUser } from '../../identity/account/sessionApi.ts';
import { activateUser, deactivateUser } from '../api.ts';
import { t as common } from '../copy.ts';
import { runAndReport } from '../success.ts';
import { t } from './copy.ts';
import { DeleteUser } from './DeleteUser.tsx';

interface UserActionsProps {
  user: AdminUser;
  onDeleted?: () => void;
}

export function UserActions({ user, onDeleted }: UserActionsProps) {
  const [dialog, setDialog] = useState<'deactivate' | 'delete' | null>(null);
  const { uid, name, email } = user;
  // Superadmins can neither deactivate nor delete their own account here.
  const isOwn = useKnownUser()?.uid === uid;
  const isActive = user.status === 'active';
  const navigate = useNavigate();
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
            else void runAndReport(() => activateUser(uid), t('activateDone'), t('activateFailed'));
          }}
        >
          {t(isActive ? 'deactivate' : 'activate')}
        </MenuItem>
        <MenuItem icon={LayoutList} onSelect={() => void navigate(`/admin?tab=snapshots&owner=${uid}`)}>
          {t('showSnapshots')}
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
          onConfirm={() =>
            runAndReport(() => deactivateUser(uid), t('deactivateDone'), t('deactivateFailed'))
          }
          onClose={close}
        />
      )}
      {dialog === 'delete' && <DeleteUser user={user} onDeleted={onDeleted} onClose={close} />}
    </>
  );
}
