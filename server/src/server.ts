import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import { accountRoutes } from './accounts/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { addressRoutes } from './addresses/routes.ts';
import type { App } from './app.ts';
import { authorizationRoutes } from './authorizations/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { extensionRoutes } from './extension/routes.ts';
import { gateRoutes } from './gate/routes.ts';
import { googleRoutes } from './google/routes.ts';
import { compressReading } from './http/compressed.ts';
import { answerErrors, AppError } from './http/errors.ts';
import { session } from './http/session.ts';
import { acceptSockets } from './live/socket.ts';
import { liveRoutes } from './live/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { drain } from './operations/drain.ts';
import { healthRoutes } from './operations/health.ts';
import { observe } from './operations/observe.ts';
import { defendFromSlowClients } from './operations/slowClients.ts';
import { answerReaders } from './operations/slowReaders.ts';
import { presenceRoutes } from './presence/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { replyMailRoutes } from './replyMail/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { snapshotRoutes } from './snapshots/routes.ts';
import { stagingRoutes } from './staging/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { versionRoutes } from './versions/routes.ts';
import { setCommonHeaders } from './web/headers.ts';
import { webPages } from './web/pages.ts';

/** The caller's connection ended in the middle of its request: nobody is left to answer, and nothing of ours has failed. */
const isCutOff = (cause: unknown) =>
  cause instanceof Error &&
  'code' in cause &&
  ['HPE_INVALID_EOF_STATE', 'ECONNRESET'].includes(String(cause.code));

function createKoa(app: App, answerInProcess: RequestListener): Koa {
  const koa = new Koa({ proxy: app.config.trustedProxies > 0, maxIpsCount: app.config.trustedProxies });
  koa.on('error', (cause: unknown, ctx?: Koa.Context) => {
    if (ctx && isCutOff(cause)) {
      app.log.info(
        { requestId: ctx.state['requestId'] as unknown },
        'a caller went away before its request was complete',
      );
      return;
    }
    app.log.error({ err: cause, requestId: ctx?.state['requestId'] as unknown }, 'a request failed');
  });

  const router = new Router();
  healthRoutes(router, app);
  docsRoutes(router, app);
  accountRoutes(router, app);
  addressRoutes(router, app);
  passwordRoutes(router, app);
  sessionRoutes(router, app);
  googleRoutes(router, app);
  authorizationRoutes(router, app);
  tokenRoutes(router, app);
  snapshotRoutes(router, app);
  projectRoutes(router, app);
  reviewRoutes(router, app);
  commentRoutes(router, app);
  replyMailRoutes(router, app);
  presenceRoutes(router, app);
  exportRoutes(router, app);
  subscriptionRoutes(router, app);
  stagingRoutes(router, app);
  versionRoutes(router, app);
  gateRoutes(router, app);
  contentRoutes(router, app);
  notificationRoutes(router, app);
  analyticsRoutes(router, app);
  extensionRoutes(router, app);
  liveRoutes(router, app);
  mcpRoutes(router, app, answerInProcess);

  koa.use(observe(app));
  koa.use(setCommonHeaders(app.config));
  koa.use(answerErrors());
  koa.use(webPages(app, router));
  koa.use(compressReading());
  koa.use(session(app));
  koa.use(router.routes());
  koa.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => new AppError('method_not_allowed', 'That cannot be done with this address.'),
      notImplemented: () => new AppError('method_not_allowed', 'That cannot be done with this address.'),
    }),
  );
  return koa;
}

/** Other protocols are an offer that may be declined: the request is answered as if it had not been made. */
const wantsSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';

export interface RunningServer {
  http: Server;
  stop: () => Promise<void>;
}

/** The HTTP server with its sockets, not listening yet. `closeMs`: how long followers may take to say goodbye. */
export function createServer(app: App, closeMs?: number): RunningServer {
  // Files come first: their answers need nothing of what the app does with a call.
  const answer: RequestListener = (request, response) => {
    if (app.files.answer(request, response) || app.content.answer(request, response)) return;
    if (app.web.answer(request, response)) return;
    void answerApp(request, response);
  };
  const answerApp = createKoa(app, answer).callback();
  const http = createHttpServer({
    connectionsCheckingInterval: 1_000,
    shouldUpgradeCallback: wantsSocket,
    optimizeEmptyRequests: true,
  });
  defendFromSlowClients(http);
  answerReaders(http, answer);
  const stopSockets = acceptSockets(app, http, closeMs);
  return {
    http,
    async stop() {
      const drained = drain(http);
      stopSockets();
      await drained;
    },
  };
}
