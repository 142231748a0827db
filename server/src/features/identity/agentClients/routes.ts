import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/agentClients';
import type { App } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { decide, request } from './consent.ts';
import type { DocumentClients } from './clients.ts';
import { oauthProtocolRoutes } from './protocol.ts';

/** `documentClients` is read on each request because tests replace it. */
export function agentClientRoutes(router: Router, app: App & { documentClients: DocumentClients }): void {
  oauthProtocolRoutes(router, app);

  route(router, app, api.requestAgent, ({ input, principal }) =>
    request(app, app.documentClients, principal, input),
  );

  route(router, app, api.decideAgentRequest, async ({ input, principal }) => ({
    redirectTo: await decide(app, principal, input),
  }));
}
