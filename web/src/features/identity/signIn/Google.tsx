import { useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { signInOptionsNow, useSignInOptions } from '../account/api.ts';
import { t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './signIn.module.css';

/** A page of the server that redirects to Google and back. */
function addressOf(words: URLSearchParams): string {
  const query = words.toString();
  return `/auth/google/start${query && `?${query}`}`;
}

interface GoogleProps {
  /** Query parameters that say where to continue. */
  words: URLSearchParams;
  onLeave: () => void;
}

/** Sign-in options failed to load: the button loads them again. */
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
      <Button variant="plain" size="large" isWide onClick={() => void ask()}>
        {t('google')}
      </Button>
      {isRefused && (
        <Text role="alert" above="small" size="small" tone="danger">
          {t('googleUnavailable')}
        </Text>
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
        // Google cannot be framed, so it uses the whole window.
        <a
          href={addressOf(words)}
          target="_top"
          className={buttonClass({ variant: 'plain', size: 'large', isWide: true })}
          onClick={onLeave}
        >
          {t('google')}
        </a>
      ) : (
        <AskFirst {...props} />
      )}
    </>
  );
}
