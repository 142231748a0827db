import { Alert, PasswordInput, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@stagelink/shared/client';
import { NAME_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useSignInOptions } from '../../data/account.ts';
import { sentence } from '../../data/sentence.ts';
import { login, register } from '../../data/session.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Link } from '../../ui/router.ts';
import { t } from '../../words/login.ts';
import { isField, type Mode, type Refusal, refusalOf, type Values } from './credentials.ts';
import styles from './LoginPage.module.css';

const EMPTY: Omit<Values, 'email'> = { name: '', password: '' };

function toRefusal(mode: Mode, error: unknown): Refusal {
  const field = error instanceof ApiError ? error.field : undefined;
  const fallback = mode === 'login' ? t('loginFailed') : t('registrationFailed');
  return { message: sentence(error, fallback), field: isField(field) ? field : null };
}

interface LoginFormProps {
  mode: Mode;
  /** Kept by the page, for whichever of its forms comes next. */
  email: string;
  onEmail: (email: string) => void;
  /** What went wrong elsewhere, shown until they try. */
  failure: string | undefined;
  /** Why the person was sent here, shown until they try. */
  notice: string | undefined;
}

export function LoginForm({ mode, email, onEmail, failure, notice }: LoginFormProps) {
  const [others, setOthers] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { data: options } = useSignInOptions();
  const form = useRef<HTMLFormElement>(null);
  const isSignup = mode === 'signup';
  const values: Values = { ...others, email };

  function refuse(next: Refusal): void {
    setRefusal(next);
    const control = form.current?.elements.namedItem(next.field ?? (isSignup ? 'email' : 'password'));
    if (control instanceof HTMLInputElement) control.focus();
  }

  async function send(): Promise<void> {
    const { name, password } = values;
    setIsSending(true);
    try {
      await (isSignup ? register({ name, email, password }) : login({ email, password }));
    } catch (error) {
      refuse(toRefusal(mode, error));
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const inTheWay = refusalOf(mode, values);
    setRefusal(null);
    setHasTried(true);
    if (inTheWay) refuse(inTheWay);
    else void send();
  }

  const control = (field: keyof Values) => ({
    name: field,
    label: t(field),
    value: values[field],
    error: refusal?.field === field,
    size: 'md' as const,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      if (field === 'email') onEmail(value);
      else setOthers((before) => ({ ...before, [field]: value }));
    },
  });
  const trouble = hasTried ? refusal?.message : failure;
  const message = trouble ?? (hasTried ? undefined : notice);

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={16}>
        {message && (
          <Alert color={trouble ? 'red' : 'ink'} role="alert" icon={<CircleAlert size={16} />}>
            {message}
          </Alert>
        )}
        {isSignup && <TextInput {...control('name')} autoComplete="name" maxLength={NAME_MAX} />}
        <TextInput {...control('email')} type="email" autoComplete="username" />
        <div className={styles.withForgot}>
          <PasswordInput
            {...control('password')}
            autoComplete={isSignup ? 'new-password' : 'current-password'}
            {...(isSignup ? { description: t('passwordHint', { count: PASSWORD_MIN }) } : {})}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          />
          {!isSignup && options?.mail && (
            <Link to="/login?mode=forgot" className={styles.forgot}>
              {t('forgotPassword')}
            </Link>
          )}
        </div>
        <BusyButton type="submit" size="md" fullWidth loading={isSending} mt={8}>
          {isSignup ? t('signup') : t('login')}
        </BusyButton>
      </Stack>
    </form>
  );
}
