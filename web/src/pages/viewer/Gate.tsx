import { ApiError } from '@stagelink/shared/client/call';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { passGate, invalidateSnapshotView } from '../../features/snapshots/viewApi.ts';
import { t } from './copy.ts';
import { MessagePage } from '../../features/preview/MessagePage.tsx';
import styles from './Gate.module.css';
import { Button } from '../../kit/Button.tsx';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { useWait, waitText } from './useWait.ts';

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'gone');

interface GateProps {
  id: string;
  /** Says whose snapshot it is. */
  whose: string;
}

export function Gate({ id, whose }: GateProps) {
  const [password, setPassword] = useState('');
  const sending = useFormSubmit(t('invalidPassword'), 'password');
  const wait = useWait();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function pass(): Promise<boolean | void> {
    try {
      await passGate(id, password);
    } catch (error) {
      if (isGone(error)) return void invalidateSnapshotView(id);
      if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error;
      wait.start(error.retryAfter);
      return false;
    }
  }

  async function submit({ currentTarget }: SubmitEvent<HTMLFormElement>): Promise<void> {
    if (wait.seconds > 0) return;
    if (password === '') return sending.refuse({ message: t('passwordMissing'), field: 'password' });
    if (await sending.run(pass)) return;
    const wrong = currentTarget.querySelector('input');
    wrong?.focus();
    wrong?.select();
  }

  // Constant, so that screen readers do not announce each second.
  const message = wait.seconds > 0 ? t('tooManyAttempts') : sending.refusal?.message;

  return (
    <MessagePage title={t('gate')}>
      <p>
        {whose} {t('gateText')}
      </p>
      <form className={styles.form} {...sending.formProps(submit)}>
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
            sending.clear();
          }}
        />
        <Button type="submit" size="large" isWide isLoading={sending.isSending} disabled={wait.seconds > 0}>
          {t('viewSnapshot')}
        </Button>
      </form>
    </MessagePage>
  );
}
