import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import type { Comment } from '../contracts/comments.ts';
import type { Thread } from '../contracts/threads.ts';
import { comment } from '../testing/comment.ts';
import { ApiError, type Call, NetworkError } from '../client/call.ts';
import { toThreadPayload, UNLIMITED } from './threadPayload.ts';
import { toolServer } from './mcp.ts';
import { snapshotIn, threadIdIn } from './parseIds.ts';
import { toToolError } from './errors.ts';

const ID = '0b6f0e9c-5f0e-4a3e-9d55-0f2f6a3f9c11';
const SNAPSHOT = 'abcdefghij0123456789';

test.each([
  [SNAPSHOT, SNAPSHOT],
  [`https://stage.example/s/${SNAPSHOT}`, SNAPSHOT],
  [`https://stage.example/viewer/${SNAPSHOT}/shop?a=1#thread=${ID}`, SNAPSHOT],
  ['what?', null],
  ['', null],
])('%j is the snapshot %j', (given, id) => {
  expect(snapshotIn(given)).toBe(id);
});

test('a thread is named by its id or a link to it, and by nothing else', () => {
  expect(threadIdIn(ID)).toBe(ID);
  expect(threadIdIn(` https://stage.example/s/${SNAPSHOT}#thread=${ID.toUpperCase()} `)).toBe(ID);
  for (const given of ['', 'what?', `${ID}x`, `https://stage.example/s/${ID}`])
    expect(() => threadIdIn(given)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('an unexpected error gets a general message and is reported in full', async () => {
  const broken = new Error('secret detail');
  const call: Call = () => Promise.reject(broken);
  const reported: unknown[] = [];
  const means = {
    call,
    picture: () => Promise.resolve(null),
    snapshotId: (given: string) => given,
    report: (cause: unknown) => void reported.push(cause),
  };
  const [here, there] = InMemoryTransport.createLinkedPair();
  await toolServer('1', means, []).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  onTestFinished(() => client.close());
  const { isError, content } = await client.callTool({ name: 'list_snapshots', arguments: {} });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('An unexpected error occurred.');
  expect(JSON.stringify(content)).not.toContain('secret');
  expect(reported).toEqual([broken]);
});

test('a refusal of the server and a lost connection keep their words and get a hint', () => {
  const refused = new ApiError(403, { code: 'forbidden', message: 'No such scope.' });
  expect(toToolError(refused)).toMatchObject({ code: 'forbidden', message: 'No such scope.' });
  expect(toToolError(new NetworkError('Nothing answers.'))).toMatchObject({ code: 'network' });
  const full = 'Your plan is full. Upgrade at https://stagelink.example/pricing?mode=upgrade.';
  expect(toToolError(new ApiError(403, { code: 'plan_limit', message: full }))).toMatchObject({
    code: 'plan_limit',
    message: full,
  });
  for (const cause of [refused, new NetworkError('x'), new Error('x')])
    expect(toToolError(cause).hint).toMatch(/\.$/);
});

const root = comment({ id: ID, snapshotId: SNAPSHOT, text: 'a😀b' });
const thread: Thread = {
  comment: root,
  replies: ['1', '2', '3'].map((text) => ({ ...root, text, parentId: ID })),
  snapshot: { id: SNAPSHOT, name: 'Shop', url: 'https://stage.example', version: 2 },
  pin: null,
  inspection: null,
  url: 'https://stage.example',
};

test('a brief says what it leaves out, and cuts no character in half', () => {
  const brief = toThreadPayload(thread, { text: 2, html: 0, replies: 2 });
  expect(brief).toMatchObject({
    text: 'a…',
    replies: [{ text: '2' }, { text: '3' }],
    leftOut: ['The ends of long texts.', 'The oldest reply.'],
  });
  expect(toThreadPayload(thread, UNLIMITED)).toMatchObject({
    text: 'a😀b',
    leftOut: [],
    element: null,
    route: null,
    pin: null,
    openedBy: [],
  });
});

test('a pin in a part of the page that is not open at first says so, and what opens it', () => {
  const words = { text: 'Menu', rare: [] };
  const locator = { name: { text: '', rare: [] }, text: words, role: 'button' };
  const root = comment({
    actions: [{ kind: 'press', adds: true, locator }] as unknown as Comment['actions'],
  });
  const thread = {
    comment: root,
    replies: [],
    snapshot: { id: SNAPSHOT, name: 'Shop', version: 1 },
    pin: null,
  };
  const brief = toThreadPayload(
    { ...thread, url: 'https://stage.example/s/x' } as unknown as Thread,
    UNLIMITED,
  );
  expect(brief).toMatchObject({ pin: { status: 'closed' }, openedBy: ['Menu'] });
});
