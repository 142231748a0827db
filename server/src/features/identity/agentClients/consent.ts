import type { decideAgentRequest, requestAgent } from '@stagelink/shared/contracts/agentClients';
import { type Parsed, type Reply, type Scope, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { CODE_SECONDS } from '@stagelink/shared/contracts/limits';
import { toRedirectUri } from '@stagelink/shared/domain/oauthClients';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../../platform/context.ts';
import { MCP_PATH } from '../../../platform/http/agentRequests.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type AgentRequest, issue, redeem } from '../../../platform/tickets.ts';
import { credentialFingerprint } from '../accounts/fingerprint.ts';
import * as accounts from '../accounts/repo.ts';
import { type AgentClient, type DocumentClients, findClient } from './clients.ts';
import { isRegistered, targetOf } from './redirects.ts';

/** Time to read the page. */
const CONSENT_SECONDS = 10 * 60;
const STATE_MAX = 2000;

const invalid = (message: string) => new AppError('invalid_input', message);
const refused = () => new AppError('gone', 'This request has expired. Connect again from the program.');

/** The resource that agents are allowed to use (RFC 8707). */
export const resourceOf = ({ config }: Pick<App, 'config'>): string => `${config.appUrl}${MCP_PATH}`;

/** Whether a resource that a client names is ours. A client that names none means it, because there is no other. */
export const isOurResource = (app: App, named: string | null): boolean =>
  named === null ||
  (URL.canParse(named) && new URL(named).href.replace(/\/$/, '') === new URL(resourceOf(app)).href);

/** Returns the parameters; none may occur twice (RFC 6749, 3.1). */
export function parametersOf(query: string): ReadonlyMap<string, string> {
  const pairs = [...new URLSearchParams(query)];
  const parameters = new Map(pairs);
  if (parameters.size < pairs.length) throw invalid('A parameter of this request occurs twice.');
  return parameters;
}

/** Returns what the client may do: what it asks for, or all. */
function scopesOf(scope: string | undefined): Scope[] {
  const named = scope?.split(' ').filter((name) => name !== '') ?? [];
  const scopes = SCOPES.filter((each) => named.includes(each));
  return scopes.length === 0 ? [...SCOPES] : scopes;
}

/** A wrong request is shown to the person and never redirected: its address may be a trap (RFC 9700, 4.11). */
function check(app: App, client: AgentClient, parameters: ReadonlyMap<string, string>): AgentRequest {
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const target = targetOf(redirectUri);
  if (!target || !isRegistered(client.redirectUris, redirectUri))
    throw invalid('This program asks to be answered at an address that is not its own. Nothing was allowed.');
  if (parameters.get('response_type') !== 'code') throw invalid('This program asks for more than a code.');
  const codeChallenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    throw invalid('This program does not protect its sign-in (PKCE with S256), so it cannot be allowed.');
  if (!isOurResource(app, parameters.get('resource') ?? null))
    throw invalid('This program asks for access to another server.');
  const state = parameters.get('state') ?? null;
  if (state !== null && state.length > STATE_MAX) throw invalid('This request is too long.');
  return {
    clientId: client.id,
    name: client.name,
    address: client.home ?? (target.kind === 'site' ? target.host : 'this computer'),
    redirectUri,
    codeChallenge,
    scopes: scopesOf(parameters.get('scope')),
    state,
  };
}

/** Checks the request of a client. Returns what the person has to know, and a ticket for their decision. */
export async function request(
  app: App,
  documents: DocumentClients,
  principal: Principal,
  { query }: Parsed<typeof requestAgent>,
): Promise<Reply<typeof requestAgent>> {
  const parameters = parametersOf(query);
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const client = await findClient(app, documents, parameters.get('client_id') ?? '', redirectUri);
  const agent = check(app, client, parameters);
  const { userId, credential } = principal;
  const grants = { userId, sessionId: credential.id, agent };
  const target = targetOf(agent.redirectUri);
  return {
    request: await issue(app.db, 'agentRequest', grants, CONSENT_SECONDS),
    name: client.name,
    home: client.home,
    goesTo: target?.kind === 'site' ? target.host : target?.kind === 'editor' ? target.name : null,
    scopes: agent.scopes,
  };
}

/** Returns the redirect with the result, which names us (RFC 9207). */
function redirectTo(app: App, { redirectUri, state }: AgentRequest, result: Record<string, string>): string {
  const answer = { ...result, ...(state === null ? {} : { state }), iss: app.config.appUrl };
  return toRedirectUri(redirectUri, answer);
}

/** Allows or denies what the person was asked in this session. */
export async function decide(
  app: App,
  principal: Principal,
  { request: ticket, isAllowed }: Parsed<typeof decideAgentRequest>,
): Promise<string> {
  const pending = await redeem(app.db, 'agentRequest', ticket);
  if (pending?.userId !== principal.userId || pending.sessionId !== principal.credential.id) throw refused();
  if (!isAllowed) return redirectTo(app, pending.agent, { error: 'access_denied' });
  const user = await accounts.find(app.db, principal.userId);
  if (!user) throw refused();
  const fingerprint = credentialFingerprint(user);
  const grants = { userId: user.id, fingerprint, tokenId: uuidv7(), agent: pending.agent };
  const code = await issue(app.db, 'agentCode', grants, CODE_SECONDS);
  return redirectTo(app, pending.agent, { code });
}
