import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { readStored } from '../../../../../web/src/data/stored.ts';
import { originOf, USUAL_SERVER } from '../../server.ts';
import { t } from '../../words/signIn.ts';
import styles from './SignIn.module.css';
import { SERVER_KEY, type SignIn } from './useSignIn.ts';

interface SignInFormProps {
  /** Null for the one of the last time. */
  server: string | null;
  email: string;
  signIn: SignIn;
  onServer: (server: string) => void;
}

/** Where, and as whom; the browser first, because it knows who somebody is already. */
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
      <Stack gap={16}>
        {message !== null && (
          <Alert color="red" role="alert" icon={<CircleAlert size={16} />}>
            {message}
          </Alert>
        )}
        <TextInput
          ref={address}
          size="md"
          label={t('server')}
          description={t('serverHint')}
          error={wrong === 'server' && t('serverWrong')}
          type="url"
          autoComplete="url"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="md"
          fullWidth
          disabled={signIn.isSending}
          onClick={() => withServer(signIn.withBrowser)}
        >
          {t('withBrowser')}
        </Button>
        <p className={styles.or}>{t('or')}</p>
        <TextInput
          size="md"
          label={t('email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          size="md"
          label={t('password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
        <Button type="submit" variant="default" size="md" fullWidth loading={signIn.isSending}>
          {t('withPassword')}
        </Button>
        <p className={styles.hint}>{t('noAccount')}</p>
      </Stack>
    </form>
  );
}
