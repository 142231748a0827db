import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as accounts from '@stagelink/shared/contracts/accounts';
import { decideAgentRequest, requestAgent } from '@stagelink/shared/contracts/agentClients';
import { sendThreads } from '@stagelink/shared/contracts/agentWork';
import { SCOPES } from '@stagelink/shared/contracts/endpoint';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { deleteToken, listTokens } from '@stagelink/shared/contracts/tokens';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jobHandlers } from '../../../app/jobHandlers.ts';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { createComment } from '../../../testing/comments.ts';
import { createWorld, type World, worldForTest } from '../../../testing/world.ts';
import { PublicAgent } from '../../../platform/outgoing/publicAgent.ts';
import { DocumentClients } from './clients.ts';
import { documentReader } from './documents.ts';
import { isRegistered, targetOf } from './redirects.ts';

let world: World;
let resource: string;
beforeAll(async () => {
  world = await createWorld();
  resource = `${world.app.config.appUrl}/api/mcp`;
});
afterAll(() => world.close());

const REDIRECT = 'https://agent.example/callback';
const STATE = 'a state & more';

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function post(path: string, type: string, body: string): Promise<Answer> {
  const answer = await world.fetch({ method: 'POST', path, headers: { 'Content-Type': type }, body });
  return { status: answer.status, body: JSON.parse(answer.body.toString()) as Record<string, unknown> };
}

const postForm = (path: string, fields: Record<string, string>) =>
  post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());

const register = (metadata: object = {}) =>
  post(
    '/oauth/register',
    'application/json',
    JSON.stringify({ client_name: 'Claude Code', redirect_uris: [REDIRECT], ...metadata }),
  );

const registered = async (metadata: object = {}): Promise<string> =>
  String((await register(metadata)).body['client_id']);

interface Request {
  clientId: string;
  verifier: string;
  query: string;
}

/** A valid request, changed by `more`; a field that is undefined is left out. */
async function requestWith(more: Record<string, string | undefined> = {}): Promise<Request> {
  const clientId = more['client_id'] ?? (await registered());
  const verifier = newVerifier();
  const fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource,
    state: STATE,
    ...more,
  };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return { clientId, verifier, query: new URLSearchParams(given).toString() };
}

const ask = (person: Person, query: string) => world.as(person)(requestAgent, { query });

/** Asks, allows and returns what the client exchanges. */
async function allow(person: Person, more: Record<string, string> = {}) {
  const { clientId, verifier, query } = await requestWith(more);
  const { request } = await ask(person, query);
  const { redirectTo } = await world.as(person)(decideAgentRequest, { request, isAllowed: true });
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, resource };
  return { redirectTo, fields: { ...grant, client_id: clientId, redirect_uri: REDIRECT } };
}

const exchange = (fields: Record<string, string>) => postForm('/oauth/token', fields);

interface Tokens {
  access: string;
  refresh: string;
  clientId: string;
  code: Record<string, string>;
}

/** A connected agent of this person. */
async function connect(person: Person, more: Record<string, string> = {}): Promise<Tokens> {
  const { fields } = await allow(person, more);
  const { status, body } = await exchange(fields);
  expect(status).toBe(200);
  return {
    access: String(body['access_token']),
    refresh: String(body['refresh_token']),
    clientId: fields.client_id,
    code: fields,
  };
}

const callTool = (secret: string, name: string, given: object = {}) =>
  world.fetch({
    method: 'POST',
    path: '/api/mcp',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    }),
  });

const reaches = async (secret: string) => (await callTool(secret, 'list_snapshots')).status;

/** Number of tokens, and of tickets of requests and codes. */
async function stored(): Promise<unknown> {
  const { db } = world.app;
  return [
    await db('access_tokens').count(),
    await db('agent_tokens').count(),
    await db('tickets').whereIn('purpose', ['agentRequest', 'agentCode']).count(),
  ];
}

const INVALID = { status: 400, body: { error: 'invalid_grant' } };

describe('the documents about this server', () => {
  const get = async (path: string) => JSON.parse((await world.fetch({ path })).body.toString()) as object;

  test('lead from the refusal of the tools to the page that asks the person', async () => {
    const refused = await world.fetch({ method: 'POST', path: '/api/mcp', body: '{}' });
    expect(refused.status).toBe(401);
    const [, address = ''] =
      /^Bearer resource_metadata="(.+)"$/.exec(String(refused.headers['www-authenticate'])) ?? [];
    const { pathname } = new URL(address);
    expect(pathname).toBe('/.well-known/oauth-protected-resource/api/mcp');
    const { appUrl } = world.app.config;
    expect(await get(pathname)).toMatchObject({
      resource,
      authorization_servers: [appUrl],
      scopes_supported: SCOPES,
    });
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: appUrl,
      authorization_endpoint: `${appUrl}/authorize/agent`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  test('are named only where a token is missing, not elsewhere', async () => {
    const refused = await world.fetch({ path: '/tokens/list' });
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });
});

describe('an agent that is allowed', () => {
  test('gets tokens for the tools, named by it, with the scopes it asked for', async () => {
    const ada = await world.build.user();
    const { redirectTo, fields } = await allow(ada, { scope: 'comments:read snapshots:read unknown' });
    const back = new URL(redirectTo);
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get('state')).toBe(STATE);
    expect(back.searchParams.get('iss')).toBe(world.app.config.appUrl);

    const { status, body } = await exchange(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'snapshots:read comments:read',
    });
    expect(await reaches(String(body['access_token']))).toBe(200);
    expect((await world.as(ada)(listTokens, {})).pats).toMatchObject([
      {
        description: 'Claude Code',
        scopes: ['snapshots:read', 'comments:read'],
        agent: { address: 'agent.example' },
      },
    ]);
  });

  test('reaches nothing but the tools with its token', async () => {
    const ada = await world.build.user();
    const { access } = await connect(ada);
    const as = world.as({ ...ada, secret: access });
    await expect(as(accounts.me, {})).rejects.toMatchObject({ status: 401 });
    await expect(as(listTokens, {})).rejects.toMatchObject({ status: 401 });
    for (const path of ['/api/mcp/', '/api/mcp/x', '/API/MCP', '/api/snapshots/list?/api/mcp']) {
      const headers = { Authorization: `Bearer ${access}` };
      expect([path, (await world.fetch({ path, headers })).status]).toEqual([path, 401]);
    }
    expect(await reaches(access)).toBe(200);
  });

  test('learns which scopes a tool needs beyond those it has, and may ask for them', async () => {
    const ada = await world.build.user();
    const { access } = await connect(ada, { scope: 'comments:read' });
    const refused = await callTool(access, 'reply', { comment: 'x', text: 'y' });
    expect(refused.status).toBe(403);
    const challenge = String(refused.headers['www-authenticate']);
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="comments:read comments:write"');
    expect(challenge).toContain('/.well-known/oauth-protected-resource/api/mcp"');
    expect((await callTool(access, 'list_comments')).status).toBe(200);
  });

  test('sees no thread that was not sent to agents, whichever tool it uses', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const call = world.as(ada);
    const [hidden, sent] = [await createComment(call, id, 'Hidden'), await createComment(call, id, 'Sent')];
    await call(sendThreads, { id, threads: [sent.id] });
    const { access } = await connect(ada);
    const use = async (name: string, given: object) =>
      (await callTool(access, name, given)).body.toString().replaceAll('\\"', '"');

    const listed = await use('list_comments', { state: 'all' });
    expect(listed).toContain('"matching":1');
    expect(listed).toContain(sent.id);
    expect(listed).not.toContain(hidden.id);
    for (const name of ['get_comment', 'resolve', 'reopen', 'reply'])
      expect(await use(name, { comment: hidden.id, ...(name === 'reply' ? { text: 'x' } : {}) })).toContain(
        '(not_found)',
      );
    expect(await use('get_comment', { comment: sent.id })).toContain('"text":"Sent"');

    await call(updateSnapshot, { id, agentFeedback: 'members' });
    const { id: own } = await createComment(call, id, 'Mine');
    expect(await use('get_comment', { comment: own })).toContain('"text":"Mine"');
    const token = await world.build.token(ada);
    expect((await callTool(token.secret, 'get_comment', { comment: hidden.id })).body.toString()).toContain(
      'Hidden',
    );
  });

  test('renews its tokens, and a former refresh token ends its access', async () => {
    const ada = await world.build.user();
    const first = await connect(ada);
    const renew = (refresh: string) =>
      exchange({ grant_type: 'refresh_token', refresh_token: refresh, client_id: first.clientId, resource });
    const { status, body } = await renew(first.refresh);
    expect(status).toBe(200);
    const second = String(body['access_token']);
    expect([await reaches(first.access), await reaches(second)]).toEqual([401, 200]);
    expect((await world.as(ada)(listTokens, {})).pats).toHaveLength(1);

    expect(await renew(first.refresh)).toMatchObject(INVALID);
    expect(await reaches(second)).toBe(401);
    expect(await renew(String(body['refresh_token']))).toMatchObject(INVALID);
    expect((await world.as(ada)(listTokens, {})).pats).toEqual([]);
  });

  test('cannot use another client’s refresh token, which stays valid', async () => {
    const ada = await world.build.user();
    const { refresh, clientId } = await connect(ada);
    const fields = { grant_type: 'refresh_token', refresh_token: refresh };
    expect(await exchange({ ...fields, client_id: await registered() })).toMatchObject(INVALID);
    expect((await exchange({ ...fields, client_id: clientId })).status).toBe(200);
  });

  test('has an access token for an hour', async () => {
    const { access } = await connect(await world.build.user());
    await world.app.db('agent_tokens').update({ usable_until: new Date() });
    expect(await reaches(access)).toBe(401);
  });

  test.each(['access', 'refresh'] as const)('can give up its access with its %s token', async (kind) => {
    const ada = await world.build.user();
    const tokens = await connect(ada);
    const other = { token: tokens[kind], client_id: await registered() };
    expect((await postForm('/oauth/revoke', other)).status).toBe(200);
    expect(await reaches(tokens.access)).toBe(200);
    const own = { token: tokens[kind], client_id: tokens.clientId };
    expect((await postForm('/oauth/revoke', own)).status).toBe(200);
    expect(await reaches(tokens.access)).toBe(401);
    expect((await world.as(ada)(listTokens, {})).pats).toEqual([]);
  });

  test('stops waiting as soon as the person deletes its access', async () => {
    const ada = await world.build.user();
    const { access } = await connect(ada);
    const before = world.app.waiters.size;
    const waiting = callTool(access, 'wait_for_feedback', { seconds: 120 });
    await expect.poll(() => world.app.waiters.size).toBe(before + 1);
    const { pats } = await world.as(ada)(listTokens, {});
    await world.as(ada)(deleteToken, { id: pats[0]?.id ?? '' });
    expect((await waiting).body.toString()).toContain('(unauthenticated)');
    expect(await reaches(access)).toBe(401);
  });

  test('loses its access with the account', async () => {
    const ada = await world.build.user();
    const { access, refresh, clientId } = await connect(ada);
    await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    expect(await reaches(access)).toBe(401);
    const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId };
    expect(await exchange(fields)).toMatchObject(INVALID);
  });
});

describe('a code', () => {
  test('that is used twice ends what it gave', async () => {
    const ada = await world.build.user();
    const { access, code } = await connect(ada);
    expect(await reaches(access)).toBe(200);
    expect(await exchange(code)).toMatchObject(INVALID);
    expect(await reaches(access)).toBe(401);
    expect((await world.as(ada)(listTokens, {})).pats).toEqual([]);
  });

  test('that is used ten times at once gives nothing that lasts', async () => {
    const ada = await world.build.user();
    const { fields } = await allow(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(fields)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await world.as(ada)(listTokens, {})).pats).toEqual([]);
  });

  test.each([
    ['a wrong verifier', { code_verifier: newVerifier() }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: `${REDIRECT}/` }, 'invalid_grant'],
    ['another client', { client_id: 'stl_client_other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/api/mcp' }, 'invalid_target'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is refused with %s, and nothing is written', async (_, change, error) => {
    const { fields } = await allow(await world.build.user());
    const before = (await stored()) as unknown[];
    expect(await exchange({ ...fields, ...change })).toMatchObject({ status: 400, body: { error } });
    const after = (await stored()) as unknown[];
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  });

  test('that a wrong program has tried is of no use to the right one either', async () => {
    const { fields } = await allow(await world.build.user());
    expect(await exchange({ ...fields, code_verifier: newVerifier() })).toMatchObject(INVALID);
    expect(await exchange(fields)).toMatchObject(INVALID);
  });

  test('lasts a minute, and ends with the password it was allowed under', async () => {
    const [late, changed] = [await world.build.user(), await world.build.user()];
    const [first, second] = [await allow(late), await allow(changed)];
    await world.app
      .db('tickets')
      .whereRaw(`grants ->> 'userId' = ?`, [late.id])
      .update({ expires_at: new Date() });
    const newPassword = 'another password';
    await world.as(changed)(accounts.changePassword, { currentPassword: PASSWORD, newPassword });
    expect(await exchange(first.fields)).toMatchObject(INVALID);
    expect(await exchange(second.fields)).toMatchObject(INVALID);
    expect((await world.as(late)(listTokens, {})).pats).toEqual([]);
  });

  test('comes as a form without repeated fields only', async () => {
    const { fields } = await allow(await world.build.user());
    const form = new URLSearchParams(fields).toString();
    for (const [type, body] of [
      ['application/json', JSON.stringify(fields)],
      ['application/x-www-form-urlencoded', `${form}&code=${fields.code}`],
    ] as const)
      expect(await post('/oauth/token', type, body)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    expect((await exchange(fields)).status).toBe(200);
  });
});

describe('a request', () => {
  test('shows what the person has to know, and hostile names are text', async () => {
    const ada = await world.build.user();
    const name = '<b>\u202eClaude\u0007</b> '.repeat(20);
    const clientId = await registered({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] });
    const { query } = await requestWith({
      client_id: clientId,
      redirect_uri: 'http://127.0.0.1:4711/callback',
    });
    const { request, ...shown } = await ask(ada, query);
    expect(shown).toEqual({
      name: '<b>Claude</b> '.repeat(20).trim().slice(0, 120),
      home: null,
      goesTo: null,
      scopes: SCOPES,
    });
    expect(request).not.toBe('');
  });

  test.each([
    ['no PKCE', { code_challenge: undefined }],
    ['PKCE without a hash', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['another response type', { response_type: 'token' }],
    ['another resource', { resource: 'https://other.example/api/mcp' }],
    ['a resource within ours', { resource: 'http://localhost/api/mcp/x' }],
    ['another redirect address', { redirect_uri: 'https://agent.example/callback/../evil' }],
    ['another site', { redirect_uri: 'https://evil.example/callback' }],
    ['our own site', { redirect_uri: 'http://localhost/' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown client', { client_id: 'stl_client_unknown' }],
    ['no client', { client_id: '' }],
  ])('with %s is refused on the page, and nothing is written', async (_, change) => {
    const ada = await world.build.user();
    const { query } = await requestWith(change);
    const before = await stored();
    await expect(ask(ada, query)).rejects.toMatchObject({ status: 400 });
    expect(await stored()).toEqual(before);
  });

  test('with a field twice is refused', async () => {
    const { query } = await requestWith();
    const refused = ask(await world.build.user(), `${query}&redirect_uri=https%3A%2F%2Fevil.example`);
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  test('that is denied returns to the client without a code', async () => {
    const ada = await world.build.user();
    const { query } = await requestWith();
    const { request } = await ask(ada, query);
    const { redirectTo } = await world.as(ada)(decideAgentRequest, { request, isAllowed: false });
    expect(Object.fromEntries(new URL(redirectTo).searchParams)).toEqual({
      error: 'access_denied',
      state: STATE,
      iss: world.app.config.appUrl,
    });
  });

  test('is decided once, by the session that was asked', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const decide = (person: Person, request: string) =>
      world.as(person)(decideAgentRequest, { request, isAllowed: true });
    const again = await world.as(null)(accounts.login, { email: ada.email, password: PASSWORD });
    for (const other of [bob, { ...ada, secret: again.sessionToken }]) {
      const { request } = await ask(ada, (await requestWith()).query);
      await expect(decide(other, request)).rejects.toMatchObject({ code: 'gone' });
      await expect(decide(ada, request)).rejects.toMatchObject({ code: 'gone' });
    }
    const { request } = await ask(ada, (await requestWith()).query);
    await decide(ada, request);
    await expect(decide(ada, request)).rejects.toMatchObject({ code: 'gone' });
  });

  test('is not decided by a session that ended meanwhile, nor by another site', async () => {
    const ada = await world.build.user();
    const { request } = await ask(ada, (await requestWith()).query);
    const body = JSON.stringify({ request, isAllowed: true });
    const headers = { 'Content-Type': 'application/json', Cookie: `__Host-session=${ada.secret}` };
    const sent = { method: 'POST', path: '/auth/agents/decisions', body };
    const foreign = await world.fetch({ ...sent, headers: { ...headers, Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await world.fetch({ ...sent, headers })).status).toBe(403);
    await world.as(ada)(accounts.logout, {});
    const before = await stored();
    await expect(world.as(ada)(decideAgentRequest, { request, isAllowed: true })).rejects.toMatchObject({
      status: 401,
    });
    expect(await stored()).toEqual(before);
  });
});

describe('a client that registers itself', () => {
  test.each([
    ['no redirect address', { redirect_uris: [] }],
    ['an address without HTTPS', { redirect_uris: ['http://agent.example/callback'] }],
    ['a script as address', { redirect_uris: ['javascript:alert(1)'] }],
    ['one wrong address', { redirect_uris: [REDIRECT, 'data:text/html,x'] }],
    ['too many addresses', { redirect_uris: Array.from({ length: 21 }, () => REDIRECT) }],
    ['an address with a result', { redirect_uris: [`${REDIRECT}?code=1`] }],
    ['no name', { client_name: ' \u200b ' }],
  ])('is refused with %s, and nothing is written', async (_, metadata) => {
    const count = () => world.app.db('agent_clients').count();
    const before = await count();
    expect(await register(metadata)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    });
    expect(await count()).toEqual(before);
  });

  test('gets no secret, even if it asks for one', async () => {
    const { status, body } = await register({ token_endpoint_auth_method: 'client_secret_basic' });
    expect([status, body['token_endpoint_auth_method']]).toEqual([201, 'none']);
    expect(body).not.toHaveProperty('client_secret');
  });

  test('registers a limited number of times from one address', async () => {
    const limits = { ...world.app.config.rateLimits, agentClient: { points: 2, seconds: 600 } };
    const few = await worldForTest({ rateLimits: limits });
    const send = async () =>
      (
        await few.fetch({
          method: 'POST',
          path: '/oauth/register',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ client_name: 'x', redirect_uris: [REDIRECT] }),
        })
      ).status;
    expect([await send(), await send(), await send()]).toEqual([201, 201, 429]);
    expect(await few.app.db('agent_clients').count()).toEqual([{ count: 2 }]);
  });

  test('is forgotten after a day unless a person allowed it', async () => {
    const unused = await registered();
    const { clientId } = await connect(await world.build.user());
    const { db } = world.app;
    await db('agent_clients').update({ created_at: new Date(Date.now() - 25 * 3_600_000) });
    await jobHandlers(world.app).forget_old({}, new AbortController().signal);
    const ids = await db('agent_clients').pluck<string[]>('id');
    expect([ids.includes(unused), ids.includes(clientId)]).toEqual([false, true]);
  });
});

/** A site with documents of clients, over HTTPS. */
async function siteOf(
  answers: Record<string, (url: string) => { status?: number; body: string | Buffer; caching?: string }>,
) {
  const requested: string[] = [];
  const site: Server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const { status = 200, body, caching } = answers[path]?.(origin + path) ?? { status: 404, body: '' };
    const headers = {
      ...(status === 302 && { location: String(body) }),
      ...(caching !== undefined && { 'cache-control': caching }),
    };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const origin = `https://localhost:${(site.address() as AddressInfo).port}`;
  return { origin, requested };
}

const documentOf = (id: string, more: object = {}) =>
  JSON.stringify({ client_id: id, client_name: 'Agent', redirect_uris: [REDIRECT], ...more });

describe('a client with a document', () => {
  const readHere = documentReader(new Agent({ ca: AUTHORITY }));

  function readWith(read: typeof readHere): void {
    const former = world.app.documentClients;
    world.app.documentClients = new DocumentClients(read);
    onTestFinished(() => void (world.app.documentClients = former));
  }

  test('is known by the host of its document', async () => {
    readWith(readHere);
    const { origin } = await siteOf({ '/client.json': (id) => ({ body: documentOf(id) }) });
    const ada = await world.build.user();
    const id = `${origin}/client.json`;
    const { query } = await requestWith({ client_id: id });
    const { host } = new URL(origin);
    expect(await ask(ada, query)).toMatchObject({ name: 'Agent', home: host, goesTo: 'agent.example' });
    await connect(ada, { client_id: id });
    expect((await world.as(ada)(listTokens, {})).pats).toMatchObject([{ agent: { address: host } }]);
  });

  /** Asks about a client three times, which has another name each time. Returns the names. */
  async function namesOf(caching: string | undefined, wanted: string[] = []): Promise<string[]> {
    readWith(readHere);
    let version = 0;
    const { origin } = await siteOf({
      '/client.json': (id) => {
        version += 1;
        const redirect_uris = [REDIRECT, ...wanted.slice(0, version - 1)];
        const body = documentOf(id, { client_name: `Agent ${version}`, redirect_uris });
        return { body, ...(caching !== undefined && { caching }) };
      },
    });
    const ada = await world.build.user();
    const names: string[] = [];
    for (const redirect_uri of [REDIRECT, REDIRECT, wanted[0] ?? REDIRECT]) {
      const { query } = await requestWith({ client_id: `${origin}/client.json`, redirect_uri });
      names.push((await ask(ada, query)).name);
    }
    return names;
  }

  test.each([
    undefined,
    'no-store',
    'no-cache, max-age=600',
    'private, max-age=600',
    'max-age=0',
    'maximum-age=600',
  ])('is read each time with the caching %s', async (caching) => {
    expect(await namesOf(caching)).toEqual(['Agent 1', 'Agent 2', 'Agent 3']);
  });

  test.each(['max-age=600', 'public, max-age=0, s-maxage=600'])(
    'is remembered with the caching %s',
    async (caching) => {
      expect(await namesOf(caching)).toEqual(['Agent 1', 'Agent 1', 'Agent 1']);
    },
  );

  test('is read again when it is remembered without the address that is wanted', async () => {
    const names = await namesOf('max-age=600', ['https://agent.example/another']);
    expect(names).toEqual(['Agent 1', 'Agent 1', 'Agent 2']);
  });

  test('may have a name that is cut within a character', async () => {
    readWith(readHere);
    const name = `${'a'.repeat(119)}😀`;
    const { origin } = await siteOf({
      '/client.json': (id) => ({ body: documentOf(id, { client_name: name }) }),
    });
    const { query } = await requestWith({ client_id: `${origin}/client.json` });
    expect((await ask(await world.build.user(), query)).name).toBe(`${'a'.repeat(119)}\ufffd`);
  });

  test.each([
    ['leads to this computer', () => ({ status: 302, body: 'http://127.0.0.1/client.json' })],
    ['is missing', () => ({ status: 404, body: '' })],
    ['is no JSON', () => ({ body: '<html>' })],
    ['is 10 MB', (id: string) => ({ body: documentOf(id, { more: 'x'.repeat(10_000_000) }) })],
    ['is about another client', () => ({ body: documentOf('https://other.example/client.json') })],
    [
      'has other redirect addresses',
      (id: string) => ({ body: documentOf(id, { redirect_uris: ['https://other.example/'] }) }),
    ],
    [
      'needs a secret',
      (id: string) => ({ body: documentOf(id, { token_endpoint_auth_method: 'client_secret_post' }) }),
    ],
  ])('is refused if it %s, and nothing is written', async (_, answer) => {
    readWith(readHere);
    const { origin, requested } = await siteOf({ '/client.json': answer });
    const ada = await world.build.user();
    const { query } = await requestWith({ client_id: `${origin}/client.json` });
    const before = await stored();
    await expect(ask(ada, query)).rejects.toMatchObject({ status: 400 });
    expect(await stored()).toEqual(before);
    expect(requested).toEqual(['/client.json']);
  });

  test('is waited for only for a while', async () => {
    const site = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, () => undefined);
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    const read = documentReader(new Agent({ ca: AUTHORITY }), 50);
    const { port } = site.address() as AddressInfo;
    await expect(read(`https://localhost:${port}/client.json`)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('is not requested from this computer or a private network', async () => {
    const { origin, requested } = await siteOf({ '/client.json': (id) => ({ body: documentOf(id) }) });
    const read = documentReader(new PublicAgent({ ca: AUTHORITY }));
    readWith(read);
    const { query } = await requestWith({ client_id: `${origin}/client.json` });
    await expect(ask(await world.build.user(), query)).rejects.toMatchObject({
      message: expect.stringContaining('is not on the internet') as string,
    });
    await expect(read(`${origin.replace('localhost', '127.0.0.1')}/client.json`)).rejects.toMatchObject({
      message: expect.stringContaining('is no name') as string,
    });
    expect(requested).toEqual([]);
  });
});

test.each([
  ['https://agent.example/callback', { kind: 'site', host: 'agent.example' }],
  ['https://agent.example:8443/a?b=c', { kind: 'site', host: 'agent.example:8443' }],
  ['http://127.0.0.1:4711/callback', { kind: 'computer' }],
  ['http://localhost/callback', { kind: 'computer' }],
  ['http://[::1]:4711/', { kind: 'computer' }],
  ['cursor://anysphere.cursor-mcp/oauth/callback', { kind: 'editor', name: 'Cursor' }],
  ['http://agent.example/callback', null],
  ['http://localhost.evil.example/callback', null],
  ['http://127.0.0.1:80@evil.example/', null],
  ['https://agent.example@evil.example/', null],
  ['https://agent.example\\@evil.example/', null],
  ['https://agent.example/#x', null],
  ['https://agent.example/a\nb', null],
  ['https://agent.example/?state=1', null],
  ['constructor://x/y', null],
  ['file:///etc/passwd', null],
  ['', null],
] as const)('the redirect address %j leads to %j', (address, target) => {
  expect(targetOf(address)).toEqual(target);
});

test('a redirect address is compared as text, but for a port of this computer', () => {
  const own = ['http://127.0.0.1/callback', 'https://agent.example/callback'];
  for (const address of [...own, 'http://127.0.0.1:4711/callback'])
    expect([address, isRegistered(own, address)]).toEqual([address, true]);
  for (const address of [
    'http://localhost:4711/callback',
    'http://127.0.0.1:4711/callback?x=1',
    'http://127.0.0.1:4711/callback/',
    'https://agent.example:8443/callback',
    'https://AGENT.example/callback',
  ])
    expect([address, isRegistered(own, address)]).toEqual([address, false]);
});
