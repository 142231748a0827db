import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../../../web/src/data/sentence.ts';
import { writeStored } from '../../../../../web/src/data/stored.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/signIn.ts';

/** Under which the server of the last sign-in is kept. */
export const SERVER_KEY = 'server';

export interface SignIn {
  /** Somebody has to come back from the browser. */
  isWaiting: boolean;
  isSending: boolean;
  /** Why the last try did not work. */
  problem: string | null;
  withBrowser: (server: string) => void;
  withPassword: (server: string, email: string, password: string) => void;
  cancel: () => void;
}

const cancelSignIn = () => void ask('accounts.cancelSignIn').catch(() => undefined);

/** Signs in, one try at a time; who leaves the page has cancelled. */
export function useSignIn(onDone: () => void): SignIn {
  const [trying, setTrying] = useState<'browser' | 'password' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The try whose answer is waited for. */
  const current = useRef<symbol>(undefined);

  useEffect(
    () => () => {
      if (current.current) cancelSignIn();
      current.current = undefined;
    },
    [],
  );

  async function attempt(how: 'browser' | 'password', server: string, act: () => Promise<unknown>) {
    const own = Symbol('try');
    current.current = own;
    setTrying(how);
    setProblem(null);
    writeStored(SERVER_KEY, server);
    const failure = await act().then(
      () => null,
      (error: unknown) => sentence(error, '') || t('failed'),
    );
    if (current.current !== own) return;
    current.current = undefined;
    setTrying(null);
    if (failure === null) onDone();
    else setProblem(failure);
  }

  return {
    isWaiting: trying === 'browser',
    isSending: trying === 'password',
    problem,
    withBrowser: (server) => void attempt('browser', server, () => ask('accounts.signInWithBrowser', server)),
    withPassword: (server, email, password) =>
      void attempt('password', server, () => ask('accounts.signInWithPassword', server, email, password)),
    cancel() {
      current.current = undefined;
      setTrying(null);
      cancelSignIn();
    },
  };
}
