import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { unsubscribe } from '../../features/notifications/api.ts';
import { Logo } from '../../kit/Logo.tsx';
import { Button } from '../../kit/Button.tsx';
import { Link, useSearchParams } from '../../lib/router.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './UnsubscribePage.module.css';

function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </>
  );
}

/** Mail programs and scanners open links, so nothing happens before the button is pressed. */
function AskAccount({ token }: { token: string }) {
  const { mutate: stop, isPending, data: message, error } = useMutation({ mutationFn: unsubscribe });
  if (message !== undefined) {
    return (
      <Message title={t('done')} text={message}>
        <Link className={styles.link} to="/settings">
          {t('settings')}
        </Link>
      </Message>
    );
  }
  return (
    <Message title={t('title')} text={t('what')}>
      {error && (
        <Text below="large" tone="danger" role="alert">
          {errorMessage(error, t('failed'))}
        </Text>
      )}
      <Button size="large" isWide isLoading={isPending} onClick={() => stop({ token })}>
        {t('stop')}
      </Button>
    </Message>
  );
}

/** Lets recipients without an account choose what to stop. */
function AskRecipient({ token }: { token: string }) {
  const {
    mutate: stop,
    isPending,
    variables,
    data: message,
    error,
  } = useMutation({ mutationFn: unsubscribe });
  if (message !== undefined) return <Message title={t('repliesDone')} text={message} />;
  return (
    <Message title={t('repliesTitle')} text={t('repliesWhat')}>
      {error && (
        <Text below="large" tone="danger" role="alert">
          {errorMessage(error, t('failed'))}
        </Text>
      )}
      <Stack gap="small">
        <Button
          size="large"
          isWide
          isLoading={isPending && variables.scope === 'snapshot'}
          onClick={() => stop({ token, scope: 'snapshot' })}
        >
          {t('stopSnapshot')}
        </Button>
        <Button
          size="large"
          isWide
          variant="plain"
          isLoading={isPending && variables.scope === 'all'}
          onClick={() => stop({ token, scope: 'all' })}
        >
          {t('stopAll')}
        </Button>
      </Stack>
    </Message>
  );
}

/** Target of the unsubscribe link; needs no session. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  const token = query.get('token') || null;
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.box} aria-live="polite">
        <Text as="span" tone="accent">
          <Logo size={28} />
        </Text>
        {token === null ? (
          <Message title={t('incomplete')} text={t('incompleteHint')} />
        ) : query.get('of') === 'snapshot' ? (
          <AskRecipient token={token} />
        ) : (
          <AskAccount token={token} />
        )}
      </div>
    </main>
  );
}
