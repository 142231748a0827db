import type { Router } from '@koa/router';
import { AUTHORIZE_AGENT_PATH } from '@stagelink/shared/contracts/agentClients';
import { SCOPES } from '@stagelink/shared/contracts/endpoint';
import type { Context, Middleware } from 'koa';
import type { App } from '../../../platform/context.ts';
import { MCP_PATH, RESOURCE_METADATA } from '../../../platform/http/agentRequests.ts';
import { readJson, readRaw } from '../../../platform/http/body.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { register } from './clients.ts';
import { parametersOf, resourceOf } from './consent.ts';
import { exchange, Refusal, revoke } from './exchange.ts';

// OAuth for coding agents, in the paths and words of its standards: RFC 6749, 7009, 7591, 8414 and 9728.

const BODY_BYTES = 16 * 1024;

/** Describes the tools' endpoint (RFC 9728). */
const resourceMetadata = (app: App) => ({
  resource: resourceOf(app),
  authorization_servers: [app.config.appUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Stagelink',
});

/** Describes this authorization server (RFC 8414). */
const serverMetadata = ({ config: { appUrl } }: App) => ({
  issuer: appUrl,
  authorization_endpoint: `${appUrl}${AUTHORIZE_AGENT_PATH}`,
  token_endpoint: `${appUrl}/oauth/token`,
  registration_endpoint: `${appUrl}/oauth/register`,
  revocation_endpoint: `${appUrl}/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});

/** Names the description of the resource to an agent without access (RFC 9728, 5.1). */
export function challengeAgents({ appUrl }: App['config']): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.status === 401 && ctx.path === MCP_PATH)
      ctx.set('WWW-Authenticate', `Bearer resource_metadata="${appUrl}${RESOURCE_METADATA}"`);
  };
}

async function formOf({ req }: Context): Promise<ReadonlyMap<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal('invalid_request', 'Send a form: application/x-www-form-urlencoded.');
  return parametersOf((await readRaw(req, BODY_BYTES)).toString());
}

const toRefusal = (cause: unknown): unknown =>
  cause instanceof AppError && cause.code === 'invalid_input'
    ? new Refusal('invalid_request', cause.message)
    : cause;

async function answer(ctx: Context, work: () => Promise<void>): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  try {
    await work();
  } catch (cause) {
    const refusal = toRefusal(cause);
    if (!(refusal instanceof Refusal)) throw refusal;
    ctx.status = 400;
    ctx.body = { error: refusal.code, error_description: refusal.message };
  }
}

async function registerClient(app: App, ctx: Context): Promise<void> {
  const client = await register(app, await readJson(ctx.req, BODY_BYTES));
  if (!client)
    throw new Refusal(
      'invalid_client_metadata',
      'A client has a name, and redirect addresses with HTTPS, on this computer or in an editor.',
    );
  ctx.status = 201;
  ctx.body = {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

export function oauthProtocolRoutes(router: Router, app: App): void {
  const document = (path: string, describe: (app: App) => object) =>
    router.register(path, ['GET'], (ctx: Context) => {
      ctx.state['route'] = path;
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = describe(app);
    });
  document(RESOURCE_METADATA, resourceMetadata);
  document('/.well-known/oauth-protected-resource', resourceMetadata);
  document('/.well-known/oauth-authorization-server', serverMetadata);

  const action = (
    path: string,
    limit: 'agentClient' | 'agentToken',
    handle: (ctx: Context) => Promise<void>,
  ) =>
    router.register(path, ['POST'], async (ctx: Context) => {
      ctx.state['route'] = path;
      await app.rateLimits.consumeOpenCall(limit, null, networkOf(ctx.ip));
      await answer(ctx, () => handle(ctx));
    });
  action('/oauth/register', 'agentClient', (ctx) => registerClient(app, ctx));
  action('/oauth/token', 'agentToken', async (ctx) => {
    ctx.body = await exchange(app, await formOf(ctx));
  });
  action('/oauth/revoke', 'agentToken', async (ctx) => {
    await revoke(app, await formOf(ctx));
    ctx.body = {};
  });
}
