import { ApiError } from '@stagelink/shared/client/call';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { passGate, invalidateSnapshotView } from '../../features/snapshots/viewApi.ts';
import { t } from './copy.ts';
import { MessagePage } from '../../features/preview/MessagePage.tsx';
import styles from './Gate.module.css';
import { Button } from '../../kit/Button.tsx';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { useWait, waitText } from './useWait.ts';

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'gone');

export function Gate({ id }: { id: string }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const wait = useWait();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function send(): Promise<void> {
    setIsSending(true);
    try {
      await passGate(id, password);
    } catch (error) {
      if (isGone(error)) return void invalidateSnapshotView(id);
      if (error instanceof ApiError && error.retryAfter !== undefined) wait.start(error.retryAfter);
      else setProblem(errorMessage(error, t('invalidPassword')) || t('invalidPassword'));
      field.current?.focus();
      field.current?.select();
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSending || wait.seconds > 0) return;
    if (password !== '') return void send();
    setProblem(t('passwordMissing'));
    field.current?.focus();
  }

  // Constant, so that screen readers do not announce each second.
  const message = wait.seconds > 0 ? t('tooManyAttempts') : problem;

  return (
    <MessagePage title={t('gate')}>
      <p>{t('gateText')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          ref={field}
          size="large"
          name="password"
          label={t('password')}
          autoComplete="current-password"
          value={password}
          error={
            message && (
              <span className="tabular">
                <span role="alert">{message}</span> {wait.seconds > 0 && waitText(wait.seconds)}
              </span>
            )
          }
          onChange={(typed) => {
            setPassword(typed);
            setProblem(null);
          }}
        />
        <Button type="submit" size="large" isWide isLoading={isSending} disabled={wait.seconds > 0}>
          {t('viewSnapshot')}
        </Button>
      </form>
    </MessagePage>
  );
}
