import { ApiError } from '@stagelink/shared/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentence } from '../../data/sentence.ts';
import { passGate, viewIsStale } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { CentredCard } from './CentredCard.tsx';
import styles from './Gate.module.css';
import { button } from './controls.ts';
import { PasswordField } from './PasswordField.tsx';
import { useWait, waitText } from './useWait.ts';

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'gone');

/** The password page before a protected snapshot. */
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
      if (isGone(error)) return void viewIsStale(id);
      if (error instanceof ApiError && error.retryAfter !== undefined) wait.start(error.retryAfter);
      else setProblem(sentence(error, t('invalidPassword')) || t('invalidPassword'));
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

  // Said once, and not again with every second that passes.
  const complaint = wait.seconds > 0 ? t('tooManyAttempts') : problem;

  return (
    <CentredCard title={t('gate')}>
      <p>{t('gateText')}</p>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <PasswordField
          field={field}
          value={password}
          problem={
            complaint && (
              <>
                <span role="alert">{complaint}</span> {wait.seconds > 0 && waitText(wait.seconds)}
              </>
            )
          }
          onChange={(typed) => {
            setPassword(typed);
            setProblem(null);
          }}
        />
        <button
          type="submit"
          className={button('main', 'large')}
          aria-busy={isSending}
          disabled={wait.seconds > 0}
        >
          {t('viewSnapshot')}
        </button>
      </form>
    </CentredCard>
  );
}
