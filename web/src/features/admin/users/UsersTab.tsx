import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { SortedAdminList } from '../list/AdminList.tsx';
import { CheckUsers } from './CheckUsers.tsx';
import { t } from './copy.ts';
import { CreateUser } from './CreateUser.tsx';
import { usersList } from './usersList.tsx';

export function UsersTab() {
  const [opened, setOpened] = useState<'create' | 'check' | null>(null);
  const close = () => setOpened(null);
  const actions = (
    <>
      <Button size="small" variant="plain" onClick={() => setOpened('check')}>
        {t('check')}
      </Button>
      <Button size="small" onClick={() => setOpened('create')}>
        <UserPlus size={14} aria-hidden />
        {t('create')}
      </Button>
    </>
  );
  return (
    <>
      <SortedAdminList list={usersList} action={actions} />
      {opened === 'create' && <CreateUser onClose={close} />}
      {opened === 'check' && <CheckUsers onClose={close} />}
    </>
  );
}
