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
export function sendTo(account: EngineAccount, options: Pick<NodeSendOptions, 'token' | 'idleMs'>): Send {
  try {
    const environment = proxyEnvironment(account);
    return nodeSend({ ...options, server: account.server, environment, userAgent: USER_AGENT });
  } catch (cause) {
    return () => Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
  }
}

/** Stops waiting for a response when aborted. */
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
