import type { Send } from '@stagelink/shared/client';
import type { ProxyEnvironment } from '@stagelink/shared/staging/agent';
import { cancelled } from '@stagelink/shared/staging/errors';
import { type NodeSendOptions, nodeSend } from '@stagelink/shared/staging/send';
import type { EngineAccount } from './protocol.ts';

const USER_AGENT = 'stagelink-companion';

/** What a proxy is looked up in: what the system was asked for decides before what its variables name. */
export const proxyEnvironment = ({ proxy }: EngineAccount): ProxyEnvironment =>
  proxy === null ? process.env : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };

/** A way to the account's server. One that cannot be opened fails with each request. */
export function sendTo(account: EngineAccount, options: Pick<NodeSendOptions, 'token' | 'idleMs'>): Send {
  try {
    const environment = proxyEnvironment(account);
    return nodeSend({ ...options, server: account.server, environment, userAgent: USER_AGENT });
  } catch (cause) {
    return () => Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
  }
}

/** The person who cancels does not wait for an answer that is still on its way. */
export const until =
  (send: Send, signal: AbortSignal): Send =>
  (request) =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        if (!request.mustFinish) reject(cancelled());
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      send(request)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', leave));
    });
