import { confirmReplyAddress } from '@stagelink/shared/contracts/replyMail';
import { useState } from 'react';
import { confirmReplies } from '../../features/comments/replyAddressApi.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t as login } from '../../features/identity/signIn/copy.ts';
import { t } from '../../features/comments/copy.ts';
import { AuthLayout } from '../../features/identity/signIn/AuthLayout.tsx';
import { AuthForm } from '../../features/identity/signIn/AuthForm.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import styles from '../../features/identity/signIn/signIn.module.css';
import { useEmailedToken } from '../../features/identity/signIn/useEmailedToken.ts';

/** Target of the email that confirms a visitor's address for replies. */
export function ConfirmRepliesPage() {
  const token = useEmailedToken();
  const [answer, setAnswer] = useState<{ snapshotId: string; message: string } | null>(null);
  const sending = useFormSubmit(t('confirmFailed'));

  if (answer !== null) {
    return (
      <AuthLayout title={t('replyAddressDone')}>
        <output className={styles.message}>{answer.message}</output>
        <a href={`/s/${answer.snapshotId}`} className={buttonClass({ size: 'large', isWide: true })}>
          {t('replyAddressOpen')}
        </a>
      </AuthLayout>
    );
  }
  if (token === null)
    return <AuthLayout title={login('linkIncompleteTitle')} text={login('linkIncomplete')} />;
  return (
    <AuthLayout title={t('confirmTitle')} text={t('confirmText')}>
      <AuthForm
        sending={sending}
        action={t('replyAddressConfirm')}
        onSubmit={() =>
          void sending.send(confirmReplyAddress, { token }, async (input) =>
            setAnswer(await confirmReplies(input.token)),
          )
        }
      />
    </AuthLayout>
  );
}
