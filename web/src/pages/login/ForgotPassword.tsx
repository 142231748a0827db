import { TextInput } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { forgotPassword, useSignInOptions } from '../../data/account.ts';
import { useSending } from '../../data/sending.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { Entrance } from './Entrance.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import styles from './LoginPage.module.css';

const BackToLogin = () => (
  <p className={styles.other}>
    <Link to="/login">{t('backToLogin')}</Link>
  </p>
);

interface ForgotPasswordProps {
  email: string;
  onEmail: (email: string) => void;
}

/** Asks for a mailed link. What is said afterwards is the same whether or not there is such an account. */
export function ForgotPassword({ email, onEmail }: ForgotPasswordProps) {
  const { data: options } = useSignInOptions();
  const [answer, setAnswer] = useState<string | null>(null);
  const sending = useSending(t('forgotFailed'));

  if (answer !== null) {
    return (
      <Entrance title={t('forgotSentTitle')}>
        <output className={styles.said}>{answer}</output>
        <BackToLogin />
      </Entrance>
    );
  }
  if (options?.mail === false) {
    return (
      <Entrance title={t('forgotTitle')} text={t('noMail')}>
        <BackToLogin />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('forgotTitle')} text={t('forgotText')}>
      <EntranceForm
        sending={sending}
        action={t('forgotSend')}
        onSubmit={() =>
          void sending.send(api.forgotPassword, { email }, async (input) =>
            setAnswer(await forgotPassword(input)),
          )
        }
      >
        <TextInput
          name="email"
          type="email"
          size="md"
          label={t('email')}
          autoComplete="username"
          maxLength={EMAIL_MAX}
          value={email}
          error={sending.errorAt('email')}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
      </EntranceForm>
      <BackToLogin />
    </Entrance>
  );
}
