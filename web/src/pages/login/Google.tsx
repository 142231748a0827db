import { Button } from '@mantine/core';
import { useState } from 'react';
import { signInOptionsNow, useSignInOptions } from '../../data/account.ts';
import { t } from '../../words/login.ts';
import styles from './LoginPage.module.css';

/** A page of the server's, and not a call: it leads to Google and back. */
function addressOf(words: URLSearchParams): string {
  const query = words.toString();
  return `/auth/google/start${query && `?${query}`}`;
}

interface GoogleProps {
  /** What the server is told of where to go on. */
  words: URLSearchParams;
  onLeave: () => void;
}

/** Nobody knows whether this server offers Google: finding out is what the button does. */
function AskFirst({ words, onLeave }: GoogleProps) {
  const [isRefused, setIsRefused] = useState(false);

  async function ask(): Promise<void> {
    const options = await signInOptionsNow().catch(() => null);
    if (!options?.google) return setIsRefused(true);
    onLeave();
    window.location.assign(addressOf(words));
  }

  return (
    <>
      <Button variant="default" size="md" fullWidth onClick={() => void ask()}>
        {t('google')}
      </Button>
      {isRefused && (
        <p role="alert" className={styles.unavailable}>
          {t('googleUnavailable')}
        </p>
      )}
    </>
  );
}

export function Google(props: GoogleProps) {
  const { words, onLeave } = props;
  const { data: options, isError } = useSignInOptions();
  const [wasUnknown, setWasUnknown] = useState(false);
  if (isError && !wasUnknown) setWasUnknown(true);

  if (!options?.google && !wasUnknown) return null;
  return (
    <>
      <p className={styles.or}>{t('or')}</p>
      {options?.google ? (
        // Google does not let itself be framed, so it takes the whole window.
        <Button
          component="a"
          href={addressOf(words)}
          target="_top"
          variant="default"
          size="md"
          fullWidth
          onClick={onLeave}
        >
          {t('google')}
        </Button>
      ) : (
        <AskFirst {...props} />
      )}
    </>
  );
}
