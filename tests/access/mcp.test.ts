import { sendThreads } from '@stagelink/shared/contracts/agentWork';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agentWith, sentencesOf } from '../../server/src/testing/agent.ts';
import { createWorld, type World } from '../../server/src/testing/world.ts';
import { headersOf } from './callers.ts';
import { CALLERS, type Expectation, SIGNED_IN_WITHOUT_TOKEN } from './expectations.ts';
import { createScene, type Scene } from './scene.ts';
import { type Writes, watchWrites } from './writes.ts';

// Access to the tools for coding agents. Their endpoint has no contract, because it has its own protocol.

let world: World;
/** Every call starts with its rows, whatever the calls before it wrote. */
let scene: Scene;
let writes: Writes;
beforeAll(async () => {
  // Emails are enqueued but never sent, because no jobs run.
  const from = { name: 'Stagelink', email: 'mail@stagelink.example' };
  world = await createWorld({ mail: { url: 'smtp://127.0.0.1:9', from } });
  scene = await createScene(world);
  writes = await watchWrites(world);
});
beforeEach(() => writes.undo());
afterAll(() => world.close());

interface ToolCall {
  name: string;
  /** Scopes that suffice. */
  scopes: Scope[];
  given: (scene: Scene) => Record<string, unknown>;
  /** Whether the thread has to be sent before. */
  needsSent?: true;
  /** What another user gets, if not “not found”: everyone who may open the snapshot may use the tool. */
  refusal?: RegExp;
}

const AGENT = '0198f3c2-6a53-7cc1-8b4e-0d6f4a4b9c11';
const GATE = /protected by a password.*\(password_required\)$/;

const CALLS: ToolCall[] = [
  {
    name: 'stage',
    scopes: ['snapshots:write'],
    given: ({ staged }) => ({
      snapshot: staged.snapshot.id,
      files: [{ path: 'index.html', text: 'changed' }],
    }),
  },
  {
    name: 'list_snapshots',
    scopes: ['snapshots:read'],
    given: () => ({}),
  },
  {
    name: 'snapshot_link',
    scopes: ['snapshots:read'],
    given: ({ staged }) => ({ snapshot: staged.snapshot.id }),
  },
  {
    name: 'list_comments',
    scopes: ['comments:read'],
    given: ({ staged }) => ({ snapshot: staged.snapshot.id }),
  },
  {
    name: 'wait_for_feedback',
    scopes: ['comments:read'],
    given: ({ staged }) => ({ snapshot: staged.snapshot.id, seconds: 0 }),
  },
  {
    name: 'take',
    scopes: ['comments:write'],
    given: ({ commentId }) => ({ comment: commentId, agent: AGENT }),
    needsSent: true,
  },
  {
    name: 'propose',
    scopes: ['comments:write'],
    given: ({ commentId }) => ({ comment: commentId, agent: AGENT, text: 'Make it teal' }),
    needsSent: true,
  },
  { name: 'get_comment', scopes: ['comments:read'], given: ({ commentId }) => ({ comment: commentId }) },
  {
    name: 'reply',
    scopes: ['comments:read', 'comments:write'],
    given: ({ commentId }) => ({ comment: commentId, text: 'hi' }),
  },
  {
    name: 'resolve',
    scopes: ['comments:read', 'comments:write'],
    given: ({ commentId }) => ({ comment: commentId }),
  },
  {
    name: 'reopen',
    scopes: ['comments:read', 'comments:write'],
    given: ({ commentId }) => ({ comment: commentId }),
  },
  {
    name: 'list_findings',
    scopes: ['comments:read'],
    given: ({ staged }) => ({ snapshot: staged.snapshot.id }),
    refusal: GATE,
  },
  {
    name: 'dismiss_finding',
    scopes: ['comments:write'],
    given: ({ staged, findingId }) => ({
      snapshot: staged.snapshot.id,
      finding: findingId,
      reason: 'accepted',
    }),
    refusal: GATE,
  },
  {
    name: 'request_review',
    scopes: ['snapshots:write'],
    given: ({ otherId }) => ({
      snapshot: otherId,
      reviewers: [{ name: 'Bea', email: 'bea@example.com' }],
    }),
  },
];

const asContract = { tokenScope: 'comments:read' } as const;
const ANSWERS: Expectation = {
  ...SIGNED_IN_WITHOUT_TOKEN,
  stranger: 401,
  owner: 401,
  superadmin: 401,
  token: 200,
  tokenWithoutScope: 200,
};

const post = (headers: Record<string, string>, name: string, given: object) =>
  world.fetch({
    method: 'POST',
    path: '/api/mcp',
    headers: {
      ...headers,
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

describe('who may speak to the endpoint', () => {
  test.each(CALLERS)('%s', async (caller) => {
    const headers = await headersOf(world, scene, caller, asContract);
    await writes.reset();
    const { status } = await post(headers, 'reply', { comment: scene.commentId, text: 'hi' });
    expect(status).toBe(ANSWERS[caller]);
    // Neither token may both read and write comments.
    expect(await writes.read()).toEqual([]);
  });
});

describe('who may use a tool', () => {
  test.each(CALLS)('$name with its scopes', async ({ name, scopes, given, needsSent }) => {
    const threads = [scene.commentId];
    if (needsSent) await world.as(scene.owner)(sendThreads, { id: scene.staged.snapshot.id, threads });
    const agent = await agentWith(world, await world.build.token(scene.owner, { scopes }));
    const done = await agent.callTool({ name, arguments: given(scene) });
    expect(sentencesOf(done)).toMatch(/^\{.*\}$/);
    await agent.close();
  });

  test.each(CALLS.flatMap((call) => call.scopes.map((missing) => ({ ...call, missing }))))(
    '$name is refused without $missing, and nothing is written',
    async ({ name, given, missing }) => {
      const scopes = SCOPES.filter((scope) => scope !== missing);
      const agent = await agentWith(world, await world.build.token(scene.owner, { scopes }));
      await writes.reset();
      const refused = await agent.callTool({ name, arguments: given(scene) });
      expect(refused.isError).toBe(true);
      expect(sentencesOf(refused)).toMatch(new RegExp(`“${missing}” scope.*\\(forbidden\\)$`));
      expect(await writes.read()).toEqual([]);
      await agent.close();
    },
  );

  test('stage for threads is refused without comments:write, and nothing is written', async () => {
    const { owner, staged, commentId } = scene;
    const agent = await agentWith(world, await world.build.token(owner, { scopes: ['snapshots:write'] }));
    const files = [{ path: 'index.html', text: 'changed' }];
    const given = { snapshot: staged.snapshot.id, files, threads: [commentId], agent: AGENT };
    await writes.reset();
    const refused = await agent.callTool({ name: 'stage', arguments: given });
    expect(sentencesOf(refused)).toMatch(/“comments:write” scope.*\(forbidden\)$/);
    expect(await writes.read()).toEqual([]);
    await agent.close();
  });

  test.each(CALLS.flatMap((call) => call.scopes.map((missing) => ({ ...call, missing }))))(
    '$name of an agent over OAuth without $missing names the scopes it needs, and nothing is written',
    async ({ name, given, scopes: needed, missing }) => {
      const scopes = SCOPES.filter((scope) => scope !== missing);
      const { secret } = await world.build.token(scene.owner, { scopes });
      await world.app.db('agent_tokens').insert({
        token_id: world.app
          .db('access_tokens')
          .where({ user_id: scene.owner.id })
          .orderBy('id', 'desc')
          .first('id'),
        client_id: 'test',
        address: 'agent.example',
        refresh_hash: Buffer.alloc(32),
        usable_until: new Date(Date.now() + 60_000),
      });
      await writes.reset();
      const refused = await post({ Authorization: `Bearer ${secret}` }, name, given(scene));
      expect(refused.status).toBe(403);
      expect(refused.headers['www-authenticate']).toContain(`scope="${needed.join(' ')}"`);
      expect(await writes.read()).toEqual([]);
    },
  );

  test.each(CALLS.filter(({ name }) => name !== 'list_snapshots'))(
    '$name of another user finds nothing, and nothing is written',
    async ({ name, given, refusal = /could not be found.*\(not_found\)$/ }) => {
      const agent = await agentWith(world, await world.build.token(scene.stranger));
      await writes.reset();
      const refused = await agent.callTool({ name, arguments: given(scene) });
      expect(refused.isError).toBe(true);
      expect(sentencesOf(refused)).toMatch(refusal);
      expect(await writes.read()).toEqual([]);
      await agent.close();
    },
  );

  test('all of them are here', async () => {
    const agent = await agentWith(world, await world.build.token(await world.build.user()));
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(CALLS.map(({ name }) => name).sort());
    await agent.close();
  });
});
