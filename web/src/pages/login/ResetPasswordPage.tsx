import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { resetPassword } from '../../features/identity/account/api.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { Link } from '../../lib/router.ts';
import { t } from '../../features/identity/signIn/copy.ts';
import { AuthLayout } from '../../features/identity/signIn/AuthLayout.tsx';
import { AuthForm } from '../../features/identity/signIn/AuthForm.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import styles from '../../features/identity/signIn/signIn.module.css';
import { useEmailedToken } from '../../features/identity/signIn/useEmailedToken.ts';

const AskAgain = () => (
  <p className={styles.other}>
    <Link to="/login?mode=forgot">{t('askForLink')}</Link>
  </p>
);

function NewPassword({ token, onDone }: { token: string; onDone: (answer: string) => void }) {
  const [newPassword, setNewPassword] = useState('');
  const sending = useFormSubmit(t('resetFailed'));
  return (
    <AuthLayout title={t('resetTitle')} text={t('resetText')}>
      <AuthForm
        sending={sending}
        action={t('resetSend')}
        onSubmit={() =>
          void sending.send(api.resetPassword, { token, newPassword }, async (input) =>
            onDone(await resetPassword(input)),
          )
        }
      >
        <PasswordField
          name="newPassword"
          size="large"
          label={t('newPassword')}
          description={t('passwordHint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={newPassword}
          error={sending.errorAt('newPassword')}
          onChange={setNewPassword}
        />
      </AuthForm>
      <AskAgain />
    </AuthLayout>
  );
}

/** Target of the password reset email. */
export function ResetPasswordPage() {
  const token = useEmailedToken();
  const [answer, setAnswer] = useState<string | null>(null);

  if (answer !== null) {
    return (
      <AuthLayout title={t('resetDone')}>
        <output className={styles.message}>{answer}</output>
        <Link to="/login" className={buttonClass({ size: 'large', isWide: true })}>
          {t('login')}
        </Link>
      </AuthLayout>
    );
  }
  if (token === null) {
    return (
      <AuthLayout title={t('linkIncompleteTitle')} text={t('linkIncomplete')}>
        <AskAgain />
      </AuthLayout>
    );
  }
  return <NewPassword token={token} onDone={setAnswer} />;
}
