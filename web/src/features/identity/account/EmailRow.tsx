import type { User } from '@stagelink/shared/contracts/accounts';
import { useRef, useState } from 'react';
import { useSignInOptions, cancelAddressChange, useAddressChange, sendVerification } from './api.ts';
import { t } from './copy.ts';
import { EditableRow } from '../../../kit/EditableRow.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
import { TextButton } from '../../../kit/TextButton.tsx';
import styles from './Account.module.css';
import { EmailForm } from './EmailForm.tsx';
import { useMutation } from '@tanstack/react-query';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { Check } from 'lucide-react';

function EmailVerificationBadge({ isProven }: { isProven: boolean }) {
  const [isSending, setIsSending] = useState(false);

  async function resend(): Promise<void> {
    setIsSending(true);
    try {
      toast(await sendVerification());
    } catch (error) {
      toastFailure(t('resendFailed'), error);
    } finally {
      setIsSending(false);
    }
  }

  if (isProven) {
    return (
      <span className={styles.verified}>
        <Check size={12} aria-hidden />
        {t('verified')}
      </span>
    );
  }
  return (
    <p className={styles.notVerified}>
      {t('notVerified')}
      <TextButton disabled={isSending} onClick={() => void resend()}>
        {t('resend')}
      </TextButton>
    </p>
  );
}

/** The new address, until its emailed link is opened. */
function PendingAddress({ onCancelled }: { onCancelled: () => void }) {
  const { data: email = null } = useAddressChange();
  const cancelling = useMutation({
    mutationFn: cancelAddressChange,
    onSuccess: () => {
      onCancelled();
      toast(t('changeCancelled'));
    },
    onError: (error) => toastFailure(t('cancelChangeFailed'), error),
  });

  return (
    <output className={styles.pending}>
      {email !== null && (
        <>
          {t('changePending', { email })}
          <TextButton disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('cancelChange')}
          </TextButton>
        </>
      )}
    </output>
  );
}

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
          {isWithoutMail && (
            <Text tone="muted" size="small">
              {t('noMailForChange')}
            </Text>
          )}
        </>
      }
      act={isWithoutMail ? null : { label: t('change'), name: t('changeEmail') }}
      actRef={change}
    >
      {(close) => <EmailForm hasPassword={user.hasPassword} onClose={close} />}
    </EditableRow>
  );
}
