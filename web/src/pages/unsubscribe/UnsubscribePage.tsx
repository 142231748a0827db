import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { sentence } from '../../data/sentence.ts';
import { unsubscribe } from '../../data/unsubscribe.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Link, useSearchParams } from '../../ui/router.ts';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/unsubscribe.ts';
import styles from './UnsubscribePage.module.css';

function Said({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </>
  );
}

/** Mail programs and scanners open links by themselves, so nothing happens before the button is pressed. */
function Ask({ token }: { token: string }) {
  const { mutate: stop, isPending, data: message, error } = useMutation({ mutationFn: unsubscribe });
  if (message !== undefined) {
    return (
      <Said title={t('done')} text={message}>
        <Link className={styles.link} to="/settings">
          {t('settings')}
        </Link>
      </Said>
    );
  }
  return (
    <Said title={t('title')} text={t('what')}>
      {error && (
        <p className={styles.problem} role="alert">
          {sentence(error, t('failed'))}
        </p>
      )}
      <BusyButton size="md" fullWidth loading={isPending} onClick={() => stop({ token })}>
        {t('stop')}
      </BusyButton>
    </Said>
  );
}

/** The same for people without an account, who choose how much they stop. */
function AskRecipient({ token }: { token: string }) {
  const {
    mutate: stop,
    isPending,
    variables,
    data: message,
    error,
  } = useMutation({ mutationFn: unsubscribe });
  if (message !== undefined) return <Said title={t('repliesDone')} text={message} />;
  return (
    <Said title={t('repliesTitle')} text={t('repliesWhat')}>
      {error && (
        <p className={styles.problem} role="alert">
          {sentence(error, t('failed'))}
        </p>
      )}
      <div className={styles.choices}>
        <BusyButton
          size="md"
          fullWidth
          loading={isPending && variables.scope === 'snapshot'}
          onClick={() => stop({ token, scope: 'snapshot' })}
        >
          {t('stopSnapshot')}
        </BusyButton>
        <BusyButton
          size="md"
          fullWidth
          variant="default"
          loading={isPending && variables.scope === 'all'}
          onClick={() => stop({ token, scope: 'all' })}
        >
          {t('stopAll')}
        </BusyButton>
      </div>
    </Said>
  );
}

/** Where the link in a mail leads. Nobody needs to sign in. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  const token = query.get('token') || null;
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.box} aria-live="polite">
        <span className={styles.mark}>
          <Mark size={28} />
        </span>
        {token === null ? (
          <Said title={t('incomplete')} text={t('incompleteHint')} />
        ) : query.get('of') === 'snapshot' ? (
          <AskRecipient token={token} />
        ) : (
          <Ask token={token} />
        )}
      </div>
    </main>
  );
}
