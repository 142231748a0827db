import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../kit/TextField.tsx';
import { forgotPassword, useSignInOptions } from '../account/api.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { Link } from '../../../lib/router.ts';
import { t } from './copy.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { AuthForm } from './AuthForm.tsx';
import styles from './signIn.module.css';

interface ForgotPasswordProps {
  /** Leads back to the log-in form. */
  toLogin: ComponentProps<typeof Link>;
  email: string;
  onEmail: (email: string) => void;
}

/** Requests a reset link. The confirmation is the same whether or not the account exists. */
export function ForgotPassword({ toLogin, email, onEmail }: ForgotPasswordProps) {
  const { data: options } = useSignInOptions();
  const [answer, setAnswer] = useState<string | null>(null);
  const sending = useFormSubmit(t('forgotFailed'));

  const backToLogin = (
    <p className={styles.other}>
      <Link {...toLogin}>{t('backToLogin')}</Link>
    </p>
  );

  if (answer !== null) {
    return (
      <AuthLayout title={t('forgotSentTitle')}>
        <output className={styles.message}>{answer}</output>
        {backToLogin}
      </AuthLayout>
    );
  }
  if (options?.mail === false) {
    return (
      <AuthLayout title={t('forgotTitle')} text={t('noMail')}>
        {backToLogin}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('forgotTitle')} text={t('forgotText')}>
      <AuthForm
        sending={sending}
        action={t('forgotSend')}
        onSubmit={() =>
          void sending.send(api.forgotPassword, { email }, async (input) =>
            setAnswer(await forgotPassword(input)),
          )
        }
      >
        <TextField
          name="email"
          type="email"
          size="large"
          label={t('email')}
          autoComplete="username"
          maxLength={EMAIL_MAX}
          value={email}
          error={sending.errorAt('email')}
          onChange={onEmail}
        />
      </AuthForm>
      {backToLogin}
    </AuthLayout>
  );
}
