import { NAME_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { type ComponentProps, useEffect, useState } from 'react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useSignInOptions } from '../account/api.ts';
import { login, register } from '../account/sessionApi.ts';
import { Link } from '../../../lib/router.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { type Mode, validateCredentials, type Values } from './credentials.ts';
import { Stack } from '../../../kit/layout/Stack.tsx';
import styles from './signIn.module.css';

const EMPTY: Omit<Values, 'email'> = { name: '', password: '' };

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
  const [hasTried, setHasTried] = useState(false);
  const { data: options } = useSignInOptions();
  const isSignup = mode === 'signup';
  const { form, formProps, isSending, run, refuse, refusal, errorAt } = useFormSubmit(
    t(isSignup ? 'registrationFailed' : 'loginFailed'),
    isSignup ? 'email' : 'password',
  );
  const values: Values = { ...others, email };

  useEffect(() => {
    if (takesFocus()) form.current?.querySelector('input')?.focus();
  }, [form]);

  async function submit(): Promise<void> {
    setHasTried(true);
    const inTheWay = validateCredentials(mode, values);
    if (inTheWay) return refuse(inTheWay);
    const { name, password } = values;
    await run(() => (isSignup ? register({ name, email, password }) : login({ email, password })));
  }

  const control = (field: keyof Values) => ({
    name: field,
    label: t(field),
    value: values[field],
    error: errorAt(field) !== null,
    size: 'large' as const,
    onChange: (value: string) => {
      if (field === 'email') onEmail(value);
      else setOthers((before) => ({ ...before, [field]: value }));
    },
  });
  const problem = hasTried ? refusal?.message : failure;
  const message = problem ?? (hasTried ? undefined : notice);

  return (
    <form {...formProps(submit)}>
      <Stack gap="large">
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
      </Stack>
    </form>
  );
}
