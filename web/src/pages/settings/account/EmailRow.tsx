import type { User } from '@stagelink/shared/contracts/accounts';
import { useState } from 'react';
import { useSignInOptions } from '../../../data/account.ts';
import { t } from '../../../words/settings.ts';
import { EditableRow } from '../EditableRow.tsx';
import styles from './Account.module.css';
import { EmailForm } from './EmailForm.tsx';
import { Proof } from './Proof.tsx';

/** The address, whether it has been proven, and the one it is about to change to. */
export function EmailRow({ user }: { user: User }) {
  const { data: options } = useSignInOptions();
  const [pending, setPending] = useState<string | null>(null);
  const isWithoutMail = options?.mail === false;

  return (
    <EditableRow
      label={t('email')}
      value={
        <>
          {user.email}
          {!isWithoutMail && <Proof isProven={user.emailVerified} />}
          {pending && pending !== user.email && (
            <output className={styles.note}>{t('changePending', { email: pending })}</output>
          )}
          {isWithoutMail && <p className={styles.note}>{t('noMailForChange')}</p>}
        </>
      }
      act={isWithoutMail ? null : { label: t('change'), name: t('changeEmail') }}
    >
      {(close) => <EmailForm hasPassword={user.hasPassword} onSent={setPending} onClose={close} />}
    </EditableRow>
  );
}
