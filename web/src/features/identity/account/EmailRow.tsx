import type { User } from '@stagelink/shared/contracts/accounts';
import { useRef } from 'react';
import { useSignInOptions } from './api.ts';
import { t } from './copy.ts';
import { EditableRow } from '../../../kit/EditableRow.tsx';
import styles from './Account.module.css';
import { EmailForm } from './EmailForm.tsx';
import { PendingAddress } from './PendingAddress.tsx';
import { EmailVerificationBadge } from './EmailVerificationBadge.tsx';

export function EmailRow({ user }: { user: User }) {
  const { data: options } = useSignInOptions();
  const change = useRef<HTMLButtonElement>(null);
  const isWithoutMail = options?.mail === false;

  return (
    <EditableRow
      label={t('email')}
      value={
        <>
          {user.email}
          {!isWithoutMail && <EmailVerificationBadge isProven={user.emailVerified} />}
          {!isWithoutMail && <PendingAddress onCancelled={() => change.current?.focus()} />}
          {isWithoutMail && <p className={styles.note}>{t('noMailForChange')}</p>}
        </>
      }
      act={isWithoutMail ? null : { label: t('change'), name: t('changeEmail') }}
      actRef={change}
    >
      {(close) => <EmailForm hasPassword={user.hasPassword} onClose={close} />}
    </EditableRow>
  );
}
