import { ApiError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { verifyEmail } from '../../features/identity/account/api.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { Link } from '../../lib/router.ts';
import { t } from '../../features/identity/signIn/copy.ts';
import { AuthLayout } from '../../features/identity/signIn/AuthLayout.tsx';
import { AuthForm } from '../../features/identity/signIn/AuthForm.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import styles from '../../features/identity/signIn/signIn.module.css';
import { useEmailedToken } from '../../features/identity/signIn/useEmailedToken.ts';

const GoOn = () => (
  <Link to="/dashboard" className={buttonClass({ size: 'large', isWide: true })}>
    {t('goOn')}
  </Link>
);

/** Target of the email that verifies or changes an address. */
export function VerifyEmailPage() {
  const token = useEmailedToken();
  const [answer, setAnswer] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const sending = useFormSubmit(t('verifyFailed'));
  // Users who are not signed in enter their password. Only the server knows which account the link is for.
  const [isAsked, setIsAsked] = useState(false);

  const send = (input: Input<typeof api.verifyEmail>) =>
    sending.send(api.verifyEmail, input, async (checked) => {
      try {
        setAnswer(await verifyEmail(checked));
      } catch (error) {
        if (error instanceof ApiError && error.field === 'password') flushSync(() => setIsAsked(true));
        throw error;
      }
    });

  if (answer !== null) {
    return (
      <AuthLayout title={t('verifyDone')}>
        <output className={styles.message}>{answer}</output>
        <GoOn />
      </AuthLayout>
    );
  }
  if (token === null) {
    return (
      <AuthLayout title={t('linkIncompleteTitle')} text={t('linkIncomplete')}>
        <GoOn />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('verifyTitle')} text={t('verifyText')}>
      <AuthForm sending={sending} action={t('verifySend')} onSubmit={() => void send({ token, password })}>
        {isAsked && (
          <PasswordField
            name="password"
            size="large"
            label={t('verifyPassword')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            error={sending.errorAt('password')}
            onChange={setPassword}
          />
        )}
      </AuthForm>
    </AuthLayout>
  );
}
