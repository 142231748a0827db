import { useState } from 'react';
import { readStored } from '@stagelink/web/lib/localStore.ts';
import { Alert } from '@stagelink/web/kit/Alert.tsx';
import { useFormSubmit } from '@stagelink/web/lib/useFormSubmit.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { PasswordField } from '@stagelink/web/kit/PasswordField.tsx';
import { TextField } from '@stagelink/web/kit/TextField.tsx';
import { originOf, USUAL_SERVER } from '../../lib/server.ts';
import { t } from './copy.ts';
import { Stack } from '@stagelink/web/kit/layout/Stack.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './SignIn.module.css';
import { SERVER_KEY, type SignIn } from './useSignIn.ts';

interface SignInFormProps {
  /** Null: the server of the last sign-in. */
  server: string | null;
  email: string;
  signIn: SignIn;
  onServer: (server: string) => void;
}

/** Offers the browser first, where the user may already be signed in. */
export function SignInForm({ server, email: known, signIn, onServer }: SignInFormProps) {
  const [typed, setTyped] = useState(() => server ?? readStored(SERVER_KEY) ?? USUAL_SERVER);
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const { formProps, refuse, clear, refusal, errorAt } = useFormSubmit(t('failed'));
  const origin = originOf(typed);

  function withServer(act: (server: string) => void): void {
    if (origin === null) return refuse({ message: t('serverWrong'), field: 'server' });
    clear();
    onServer(origin);
    act(origin);
  }

  function submit(): void {
    if (signIn.isSending) return;
    withServer((to) => {
      const missing = (email.trim() === '' && 'email') || (password === '' && 'password');
      if (missing) refuse({ message: t('bothNeeded'), field: missing });
      else signIn.withPassword(to, email.trim(), password);
    });
  }

  const message = refusal === null || refusal.field === 'server' ? signIn.problem : refusal.message;
  return (
    <form {...formProps(submit)}>
      <Stack gap="large">
        {message !== null && <Alert>{message}</Alert>}
        <TextField
          name="server"
          size="large"
          label={t('server')}
          description={t('serverHint')}
          error={errorAt('server')}
          type="url"
          autoComplete="url"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <Button
          size="large"
          isWide
          disabled={signIn.isSending}
          onClick={() => withServer(signIn.withBrowser)}
        >
          {t('withBrowser')}
        </Button>
        <p className={styles.or}>{t('or')}</p>
        <TextField
          size="large"
          name="email"
          label={t('email')}
          error={errorAt('email') !== null}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <PasswordField
          size="large"
          name="password"
          label={t('password')}
          error={errorAt('password') !== null}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="plain" size="large" isWide isLoading={signIn.isSending}>
          {t('withPassword')}
        </Button>
        <Text tone="muted" size="small">
          {t('noAccount')}
        </Text>
      </Stack>
    </form>
  );
}
