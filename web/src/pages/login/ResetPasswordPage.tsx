import { PasswordInput } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { resetPassword } from '../../data/account.ts';
import { useSending } from '../../data/sending.ts';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { Entrance } from './Entrance.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import styles from './LoginPage.module.css';
import { useMailedToken } from './useMailedToken.ts';

const AskAgain = () => (
  <p className={styles.other}>
    <Link to="/login?mode=forgot">{t('askForLink')}</Link>
  </p>
);

function NewPassword({ token, onDone }: { token: string; onDone: (answer: string) => void }) {
  const [newPassword, setNewPassword] = useState('');
  const sending = useSending(t('resetFailed'));
  return (
    <Entrance title={t('resetTitle')} text={t('resetText')}>
      <EntranceForm
        sending={sending}
        action={t('resetSend')}
        onSubmit={() =>
          void sending.send(api.resetPassword, { token, newPassword }, async (input) =>
            onDone(await resetPassword(input)),
          )
        }
      >
        <PasswordInput
          name="newPassword"
          size="md"
          label={t('newPassword')}
          description={t('passwordHint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={newPassword}
          error={sending.errorAt('newPassword')}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
      </EntranceForm>
      <AskAgain />
    </Entrance>
  );
}

/** Where the link of a “forgot password” mail leads. */
export function ResetPasswordPage() {
  const token = useMailedToken();
  const [answer, setAnswer] = useState<string | null>(null);

  if (answer !== null) {
    return (
      <Entrance title={t('resetDone')}>
        <output className={styles.said}>{answer}</output>
        <Link to="/login" className={styles.next}>
          {t('login')}
        </Link>
      </Entrance>
    );
  }
  if (token === null) {
    return (
      <Entrance title={t('linkIncompleteTitle')} text={t('linkIncomplete')}>
        <AskAgain />
      </Entrance>
    );
  }
  return <NewPassword token={token} onDone={setAnswer} />;
}
