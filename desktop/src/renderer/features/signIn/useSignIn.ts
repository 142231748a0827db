import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '@stagelink/web/lib/errorMessage.ts';
import { writeStored } from '@stagelink/web/lib/localStore.ts';
import { invoke } from '../../lib/stagelink.ts';
import { t } from './copy.ts';

/** Local storage key of the last server. */
export const SERVER_KEY = 'server';

export interface SignIn {
  /** True while the sign-in continues in the browser. */
  isWaiting: boolean;
  isSending: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
  withBrowser: (server: string) => void;
  withPassword: (server: string, email: string, password: string) => void;
  cancel: () => void;
}

const cancelSignIn = () => void invoke('accounts.cancelSignIn').catch(() => undefined);

/** Signs in, one attempt at a time. Unmounting cancels the attempt. */
export function useSignIn(onDone: () => void): SignIn {
  const [trying, setTrying] = useState<'browser' | 'password' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The attempt in progress. */
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
      (error: unknown) => errorMessage(error, '') || t('failed'),
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
    withBrowser: (server) =>
      void attempt('browser', server, () => invoke('accounts.signInWithBrowser', server)),
    withPassword: (server, email, password) =>
      void attempt('password', server, () => invoke('accounts.signInWithPassword', server, email, password)),
    cancel() {
      current.current = undefined;
      setTrying(null);
      cancelSignIn();
    },
  };
}
