import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import { adminRoutes } from '../features/admin/routes.ts';
import { accountRoutes } from '../features/identity/accounts/routes.ts';
import { errorReportRoutes } from '../features/errorReports/routes.ts';
import { reportOf } from '../platform/errorReports.ts';
import { assistantRoutes } from '../features/assistant/routes.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { analyticsRoutes } from '../features/analytics/routes.ts';
import { addressRoutes } from '../features/identity/emailAddresses/routes.ts';
import type { Composition } from './compose.ts';
import { agentClientRoutes } from '../features/identity/agentClients/routes.ts';
import { challengeAgents } from '../features/identity/agentClients/protocol.ts';
import { authorizationRoutes } from '../features/identity/oauth/routes.ts';
import { agentWorkRoutes } from '../features/agentWork/routes.ts';
import { commentRoutes } from '../features/comments/routes.ts';
import { findingRoutes } from '../features/findings/routes.ts';
import { contentRoutes } from '../hosting/content/routes.ts';
import { exportRoutes } from '../features/export/routes.ts';
import { extensionRoutes } from '../features/editorExtension/routes.ts';
import { gateRoutes } from '../hosting/gate/routes.ts';
import { googleRoutes } from '../features/identity/google/routes.ts';
import { admit } from '../platform/http/admission.ts';
import { compressReading } from '../platform/http/compressed.ts';
import { handleErrors, AppError } from '../platform/http/errors.ts';
import { session } from '../features/identity/authenticate.ts';
import { acceptSockets } from './live/socket.ts';
import { liveRoutes } from './live/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { onboardingRoutes } from '../features/onboarding/routes.ts';
import { drain, PROXY_IDLE_MS } from '../platform/operations/drain.ts';
import { pushRoutes } from '../features/push/routes.ts';
import { healthRoutes } from '../platform/operations/health.ts';
import { observe } from '../platform/operations/observe.ts';
import { defendFromSlowClients } from '../platform/operations/slowClients.ts';
import { answerReaders } from '../platform/operations/slowReaders.ts';
import { pageTreeRoutes } from '../features/pageTrees/routes.ts';
import { pictureRoutes } from '../features/pictures/routes.ts';
import { presenceRoutes } from '../features/presence/routes.ts';
import { projectRoutes } from '../features/projects/routes.ts';
import { replyMailRoutes } from '../features/replyEmails/routes.ts';
import { reviewRoutes } from '../features/reviews/routes.ts';
import { passwordRoutes } from '../features/identity/passwords/routes.ts';
import { sessionRoutes } from '../features/identity/sessions/routes.ts';
import { snapshotRoutes } from '../features/snapshots/routes.ts';
import { stagingRoutes } from '../features/staging/routes.ts';
import { subscriptionRoutes } from '../features/follows/routes.ts';
import { tryOutRoutes } from '../features/tryOut/routes.ts';
import { tokenRoutes } from '../features/identity/tokens/routes.ts';
import { versionRoutes } from '../features/versions/routes.ts';
import { issueRoutes } from '../features/issues/routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { setCommonHeaders } from '../hosting/webApp/headers.ts';
import { webPages } from '../hosting/webApp/pages.ts';
import { robotsRoutes } from '../hosting/webApp/robots.ts';
import { supportRoutes } from '../hosting/webApp/support.ts';

/** The client disconnected mid-request: there is no one to answer and no failure of ours. */
const isCutOff = (cause: unknown) =>
  cause instanceof Error &&
  'code' in cause &&
  ['HPE_INVALID_EOF_STATE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(cause.code));

function createKoa(app: Composition, answerInProcess: RequestListener): Koa {
  const koa = new Koa({ proxy: app.config.trustedProxies > 0, maxIpsCount: app.config.trustedProxies });
  koa.on('error', (cause: unknown, ctx?: Koa.Context) => {
    if (ctx && isCutOff(cause)) {
      app.log.info(
        { requestId: ctx.state['requestId'] as unknown },
        'a client disconnected before its request was complete',
      );
      return;
    }
    app.log.error({ err: cause, requestId: ctx?.state['requestId'] as unknown }, 'a request failed');
    app.errorReports.report(reportOf(cause, String(ctx?.state['route'] ?? '')));
  });

  const health = new Router();
  healthRoutes(health, { ...app, db: app.hostingDb });
  const router = new Router();
  accountRoutes(router, app);
  addressRoutes(router, app);
  passwordRoutes(router, app);
  sessionRoutes(router, app);
  googleRoutes(router, app, app.google);
  authorizationRoutes(router, app);
  agentClientRoutes(router, app);
  tokenRoutes(router, app);
  snapshotRoutes(router, app, app);
  projectRoutes(router, app);
  reviewRoutes(router, app);
  commentRoutes(router, app);
  agentWorkRoutes(router, app, app.waiters);
  findingRoutes(router, app);
  replyMailRoutes(router, app);
  presenceRoutes(router, app);
  exportRoutes(router, app);
  subscriptionRoutes(router, app);
  issueRoutes(router, app);
  webhookRoutes(router, app);
  stagingRoutes(router, app);
  versionRoutes(router, app);
  pageTreeRoutes(router, app);
  pictureRoutes(router, app);
  gateRoutes(router, app);
  contentRoutes(router, app);
  robotsRoutes(router, app);
  supportRoutes(router, app);
  notificationRoutes(router, app);
  pushRoutes(router, app);
  analyticsRoutes(router, app);
  errorReportRoutes(router, app);
  assistantRoutes(router, app, app.model);
  onboardingRoutes(router, app);
  tryOutRoutes(router, app);
  adminRoutes(router, app, app.stripe);
  if (app.stripe) billingRoutes(router, { app, stripe: app.stripe });
  extensionRoutes(router, app, {
    findPackage: () => app.extension(),
    findCapture: () => app.capture(),
    findFirefoxCapture: () => app.firefoxCapture(),
  });
  liveRoutes(router, app);
  mcpRoutes(router, app, answerInProcess);

  koa.use(observe(app));
  koa.use(setCommonHeaders(app.config));
  koa.use(challengeAgents(app.config));
  koa.use(handleErrors());
  koa.use(health.routes());
  koa.use(admit(app));
  koa.use(webPages(app, router));
  koa.use(compressReading());
  koa.use(session(app));
  koa.use(router.routes());
  koa.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => new AppError('method_not_allowed', 'This URL does not support that method.'),
      notImplemented: () => new AppError('method_not_allowed', 'This URL does not support that method.'),
    }),
  );
  return koa;
}

/** An upgrade to another protocol is optional (RFC 9110, 7.8): answer the request without it. */
const wantsSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';

export interface RunningServer {
  http: Server;
  stop: () => Promise<void>;
}

/** Creates the HTTP server with its sockets, not listening yet. `closeMs`: how long sockets may take to close. */
export function createServer(app: Composition, closeMs?: number): RunningServer {
  // Content first: files need none of the app's middleware.
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
      const drained = drain(http, { idleMs: app.config.trustedProxies > 0 ? PROXY_IDLE_MS : 0 });
      stopSockets();
      app.waiters.stop();
      await drained;
    },
  };
}
