import { ApiError } from '@stagelink/shared/client/call';
import { NAME_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useSignInOptions } from '../account/api.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { login, register } from '../account/sessionApi.ts';
import { Link } from '../../../lib/router.ts';
import { t } from './copy.ts';
import {
  isField,
  type Mode,
  type CredentialsError,
  validateCredentials,
  type Values,
} from './credentials.ts';
import styles from './signIn.module.css';

const EMPTY: Omit<Values, 'email'> = { name: '', password: '' };

function toCredentialsError(mode: Mode, error: unknown): CredentialsError {
  const field = error instanceof ApiError ? error.field : undefined;
  const fallback = mode === 'login' ? t('loginFailed') : t('registrationFailed');
  return { message: errorMessage(error, fallback), field: isField(field) ? field : null };
}

/** On a touch screen the focus would open the keyboard over the page; in a frame it would leave the page around it. */
const takesFocus = () => window === window.parent && window.matchMedia('(pointer: fine)').matches;

interface LoginFormProps {
  mode: Mode;
  /** Kept by the page and shared by its forms. */
  email: string;
  onEmail: (email: string) => void;
  /** Leads to the form for a forgotten password. */
  toForgot: ComponentProps<typeof Link>;
  /** A failure of a redirect, shown until the form is sent. */
  failure: string | undefined;
  /** Why the user was redirected here, shown until the form is sent. */
  notice: string | undefined;
}

export function LoginForm({ mode, email, onEmail, toForgot, failure, notice }: LoginFormProps) {
  const [others, setOthers] = useState(EMPTY);
  const [refusal, setRefusal] = useState<CredentialsError | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { data: options } = useSignInOptions();
  const form = useRef<HTMLFormElement>(null);
  const isSignup = mode === 'signup';
  const values: Values = { ...others, email };

  useEffect(() => {
    if (takesFocus()) form.current?.querySelector('input')?.focus();
  }, []);

  function refuse(next: CredentialsError): void {
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
      refuse(toCredentialsError(mode, error));
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const inTheWay = validateCredentials(mode, values);
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
    size: 'large' as const,
    onChange: (value: string) => {
      if (field === 'email') onEmail(value);
      else setOthers((before) => ({ ...before, [field]: value }));
    },
  });
  const problem = hasTried ? refusal?.message : failure;
  const message = problem ?? (hasTried ? undefined : notice);

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {message && <Alert tone={problem ? 'danger' : 'neutral'}>{message}</Alert>}
        {isSignup && <TextField {...control('name')} autoComplete="name" maxLength={NAME_MAX} />}
        <TextField {...control('email')} type="email" autoComplete="username" />
        <div className={styles.withForgot}>
          <PasswordField
            {...control('password')}
            autoComplete={isSignup ? 'new-password' : 'current-password'}
            {...(isSignup ? { description: t('passwordHint', { count: PASSWORD_MIN }) } : {})}
          />
          {!isSignup && options?.mail && (
            <Link {...toForgot} className={styles.forgot}>
              {t('forgotPassword')}
            </Link>
          )}
        </div>
        <Button type="submit" size="large" isWide isLoading={isSending} className={styles.submit}>
          {isSignup ? t('signup') : t('login')}
        </Button>
      </div>
    </form>
  );
}
