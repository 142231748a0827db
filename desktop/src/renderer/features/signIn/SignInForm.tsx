import { type SubmitEvent, useRef, useState } from 'react';
import { readStored } from '@stagelink/web/lib/localStore.ts';
import { Alert } from '@stagelink/web/kit/Alert.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { PasswordField } from '@stagelink/web/kit/PasswordField.tsx';
import { TextField } from '@stagelink/web/kit/TextField.tsx';
import { originOf, USUAL_SERVER } from '../../lib/server.ts';
import { t } from './copy.ts';
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
  const [wrong, setWrong] = useState<'server' | 'credentials' | null>(null);
  const address = useRef<HTMLInputElement>(null);
  const origin = originOf(typed);

  function withServer(act: (server: string) => void): void {
    setWrong(origin === null ? 'server' : null);
    if (origin === null) {
      address.current?.focus();
      return;
    }
    onServer(origin);
    act(origin);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    withServer((to) => {
      if (email.trim() === '' || password === '') setWrong('credentials');
      else signIn.withPassword(to, email.trim(), password);
    });
  }

  const message = wrong === 'credentials' ? t('bothNeeded') : signIn.problem;
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {message !== null && <Alert>{message}</Alert>}
        <TextField
          ref={address}
          size="large"
          label={t('server')}
          description={t('serverHint')}
          error={wrong === 'server' && t('serverWrong')}
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
          label={t('email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <PasswordField
          size="large"
          label={t('password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="plain" size="large" isWide isLoading={signIn.isSending}>
          {t('withPassword')}
        </Button>
        <p className={styles.hint}>{t('noAccount')}</p>
      </div>
    </form>
  );
}
