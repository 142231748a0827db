import type { AdminSnapshot } from '@stagelink/shared/contracts/admin';
import { REASON_MAX } from '@stagelink/shared/contracts/limits';
import { CalendarPlus, Ellipsis, Trash2, User } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { IconButton } from '../../../kit/IconButton.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../kit/Menu.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { useNavigate } from '../../../lib/router.ts';
import { extendAnySnapshot, takeDownSnapshot } from '../api.ts';
import { t as common } from '../copy.ts';
import { runAndReport } from '../success.ts';
import { t } from './copy.ts';

interface TakeDownProps {
  snapshot: AdminSnapshot;
  onClose: () => void;
}

function TakeDown({ snapshot: { id, name, ownerName: owner, unclaimed }, onClose }: TakeDownProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('takeDownTitle', { name })}
      action={t('takeDownAction')}
      isIncomplete={reason.trim() === ''}
      onSubmit={() =>
        runAndReport(() => takeDownSnapshot({ id, reason }), t('takenDown'), t('takeDownFailed'))
      }
      onClose={onClose}
    >
      <p>{unclaimed ? t('takeDownUnclaimedText') : t('takeDownText', { owner })}</p>
      <TextArea
        label={t('reason')}
        rows={3}
        maxLength={REASON_MAX}
        data-autofocus
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

export function SnapshotActions({ snapshot }: { snapshot: AdminSnapshot }) {
  const [isTakingDown, setIsTakingDown] = useState(false);
  const navigate = useNavigate();
  const { id, name, ownerUid, unclaimed } = snapshot;
  return (
    <>
      <Menu
        widthPx={208}
        trigger={
          <IconButton label={common('actions', { name })}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem
          icon={CalendarPlus}
          disabled={unclaimed}
          onSelect={() => void runAndReport(() => extendAnySnapshot(id), t('extended'), t('extendFailed'))}
        >
          {t('extend')}
        </MenuItem>
        <MenuItem
          icon={User}
          disabled={unclaimed}
          onSelect={() => void navigate(`/admin?tab=snapshots&owner=${ownerUid}`)}
        >
          {t('onlyOwner')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={Trash2} isDanger onSelect={() => setIsTakingDown(true)}>
          {t('takeDown')}
        </MenuItem>
      </Menu>
      {isTakingDown && <TakeDown snapshot={snapshot} onClose={() => setIsTakingDown(false)} />}
    </>
  );
}
