import { PasswordInput } from '@mantine/core';
import { ApiError } from '@stagelink/shared/client';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { verifyEmail } from '../../data/account.ts';
import { useSending } from '../../data/sending.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { Entrance } from './Entrance.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import styles from './LoginPage.module.css';
import { useMailedToken } from './useMailedToken.ts';

const GoOn = () => (
  <Link to="/dashboard" className={styles.next}>
    {t('goOn')}
  </Link>
);

/** Where the link of a mail leads that proves an address, or changes it. */
export function VerifyEmailPage() {
  const token = useMailedToken();
  const [answer, setAnswer] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const sending = useSending(t('verifyFailed'));
  // Asked of users who are not signed in to the account. Only the server knows which account the link is for.
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
      <Entrance title={t('verifyDone')}>
        <output className={styles.said}>{answer}</output>
        <GoOn />
      </Entrance>
    );
  }
  if (token === null) {
    return (
      <Entrance title={t('linkIncompleteTitle')} text={t('linkIncomplete')}>
        <GoOn />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('verifyTitle')} text={t('verifyText')}>
      <EntranceForm
        sending={sending}
        action={t('verifySend')}
        onSubmit={() => void send({ token, password })}
      >
        {isAsked && (
          <PasswordInput
            name="password"
            size="md"
            label={t('verifyPassword')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            error={sending.errorAt('password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          />
        )}
      </EntranceForm>
    </Entrance>
  );
}
