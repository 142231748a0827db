import type { Router } from '@koa/router';
import { createSocketTicket } from '@stagelink/shared/contracts/live';
import { SOCKET_TICKET_SECONDS } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { issue } from '../../platform/tickets.ts';

export function liveRoutes(router: Router, app: App): void {
  route(router, app, createSocketTicket, async ({ principal: { userId, credential } }) => ({
    ticket: await issue(app.db, 'socket', { userId, credential }, SOCKET_TICKET_SECONDS),
  }));
}
