import type { Send } from '@stagelink/shared/client/call';
import type { ProxyEnvironment } from '@stagelink/shared/staging/node/agent';
import { cancelled } from '@stagelink/shared/staging/core/errors';
import { type NodeSendOptions, nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import type { EngineAccount } from '../protocol/engine.ts';

const USER_AGENT = 'stagelink-companion';

/** Returns the proxy settings: those of the system take precedence over variables. */
export const proxyEnvironment = ({ proxy }: EngineAccount): ProxyEnvironment =>
  proxy === null ? process.env : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };

/** Creates the transport to the account's server. A failure to create it fails each request. */
export function sendTo(
  account: EngineAccount,
  options: Pick<NodeSendOptions, 'token' | 'idleMs' | 'signal'>,
): Send {
  try {
    const environment = proxyEnvironment(account);
    return nodeSend({ ...options, server: account.server, environment, userAgent: USER_AGENT });
  } catch (cause) {
    return () => Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
  }
}

/**
 * Creates the transport of a stage. Cancelling it ends the wait for a response at once; what must finish has some
 * seconds more.
 */
export function sendUntil(account: EngineAccount, signal: AbortSignal): Send {
  const send = sendTo(account, { token: account.token ?? undefined, signal });
  return (request) => (request.mustFinish ? send(request) : orCancelled(() => send(request), signal));
}

const orCancelled = <T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled());
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    request()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
