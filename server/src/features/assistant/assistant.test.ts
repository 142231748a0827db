import {
  readAssistantChat,
  readAssistantSettings,
  sendAssistantMessage,
  startAssistantChat,
  updateAssistantSettings,
} from '@stagelink/shared/contracts/assistant';
import type { AssistantPage } from '@stagelink/shared/contracts/assistant';
import { putPicture } from '@stagelink/shared/contracts/pictures';
import { uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { trySample } from '@stagelink/shared/contracts/tryOut';
import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prune } from './service.ts';
import { readConfig } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { registry } from '../../platform/operations/metrics.ts';
import type { Person } from '../../testing/builders.ts';
import { type ModelStandIn, openModel, picturesIn, textOf } from '../../testing/openai/standIn.ts';
import { ANALYSIS, ITEM, PAGE, REPLY } from '../../testing/openai/page.ts';
import { pieces, streaming, webPage } from '../../testing/openai/streams.ts';
import { forgeWebp } from '../../testing/forgeWebp.ts';
import { asForm, stage } from '../../testing/stage.ts';
import { UNREACHABLE_STRIPE } from '../../testing/stripe/unreachable.ts';
import { type World, worldForTest } from '../../testing/world.ts';

const UNAVAILABLE = 'AI service is temporarily unavailable. Please try again later.';
const LIMITED = 'Rate limit exceeded. Please try again in an hour.';

interface Setting {
  world: World;
  model: ModelStandIn;
  ada: Person;
  id: string;
}

/** A snapshot that everyone may ask the assistant about. */
async function setting(patch: Partial<Config> = {}): Promise<Setting> {
  const model = await openModel();
  onTestFinished(() => model.close());
  model.answer(ANALYSIS);
  const world = await worldForTest({ model: readConfig(model.env).model, ...patch });
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': '<h1>Hi</h1>' }, { password: null });
  const { id } = snapshot;
  await world.as(ada)(updateAssistantSettings, { id, access: 'everyone' });
  return { world, model, ada, id };
}

const visitorId = () => `visitor-${crypto.randomUUID()}`;

interface Streamed {
  status: number;
  events: { event: string; data: Record<string, unknown> }[];
  comments: number;
}

/** Reads the events of a streamed call. */
async function stream(
  { world }: Setting,
  path: string,
  person: Person | null,
  body: object,
): Promise<Streamed> {
  const response = await world.fetch({
    method: 'POST',
    path,
    headers: {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      ...(person && { Authorization: `Bearer ${person.secret}` }),
    },
    body: JSON.stringify(body),
  });
  const text = response.body.toString();
  const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data) as Record<string, unknown>,
  }));
  return { status: response.status, events, comments: text.split('\n:\n').length - 1 };
}

test('an analysis begins with what was measured, and names only what was sent', async () => {
  const { world, ada, id, model } = await setting();
  const call = world.as(ada);
  expect(await call(readAssistantChat, { id })).toMatchObject({
    data: { exists: false, messages: [], availability: 'ready' },
  });
  model.answer({
    ...ANALYSIS,
    items: [...ANALYSIS.items, { ...ITEM, ref: 'F9' }, { ...ITEM, ref: '' }, 'x'],
  });
  const { data } = await call(startAssistantChat, { id, page: PAGE });

  const [message] = data.messages;
  expect(message?.content).toBe(
    '1 fault, 1 hint on this page at 1440 px. Most harmful: Text is too pale.\n\nThe total is hard to read. The button “Pay now” says what it does.',
  );
  expect(message?.items.map(({ ref, severity }) => [ref, severity])).toEqual([
    ['F1', 'fault'],
    ['E3', 'hint'],
  ]);
  expect(message?.targets).toEqual([
    { ref: 'F1', label: 'Text is too pale', route: '/checkout', place: null, findingId: 'contrast-1' },
    expect.objectContaining({ ref: 'E3', place: { role: 'textbox', name: 'Card number', nth: 0 } }),
    expect.objectContaining({ ref: 'E2', label: 'Pay now' }),
  ]);
  const again = await call(readAssistantChat, { id });
  expect(again.data).toMatchObject({ exists: true, messages: data.messages });
});

test('the model gets one document, without queries of addresses, and no second request for the same page', async () => {
  const { world, ada, id, model } = await setting();
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  expect(model.requests).toHaveLength(1);
  const [system, user] = model.requests[0]?.messages ?? [];
  expect(system).toMatchObject({
    role: 'system',
    content: expect.stringContaining('untrusted page') as string,
  });
  const document = JSON.parse(textOf(user)) as Record<string, unknown>;
  expect(document).toMatchObject({
    outline: {
      route: '/checkout',
      elements: [{ ref: 'E1', role: 'heading', name: 'Your basket', level: 1 }, {}, {}],
    },
    findings: [{ ref: 'F1', evidence: '3.1 : 1, needs 4.5 : 1' }, { ref: 'F2' }],
  });
  expect(JSON.stringify(model.requests)).not.toContain('secret');
});

test('messages are answered with the history, and Restart begins anew', async () => {
  const { world, ada, id, model } = await setting();
  const call = world.as(ada);
  await expect(call(sendAssistantMessage, { id, message: 'Hello?' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Start the analysis first.',
  });
  await call(startAssistantChat, { id, page: PAGE });
  model.answer(REPLY);
  const { data } = await call(sendAssistantMessage, { id, message: 'What first?' });
  expect(data).toMatchObject({
    response: 'Darken the gray of “Text is too pale” first.',
    message: { targets: [{ ref: 'F1', findingId: 'contrast-1' }] },
  });
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'user']);
  const before = await call(readAssistantChat, { id });
  expect(before.data.messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);

  model.answer(ANALYSIS);
  await call(startAssistantChat, { id, forceReanalysis: true, page: PAGE });
  expect((await call(readAssistantChat, { id })).data.messages).toHaveLength(1);
});

const START_PAGE: AssistantPage = {
  ...PAGE,
  outline: PAGE.outline && { ...PAGE.outline, route: '/index.html' },
};

/** A snapshot whose first version has a picture, on a server with or without `OPENAI_VISION`. */
async function pictured(vision: string | undefined) {
  const model = await openModel();
  onTestFinished(() => model.close());
  model.answer(ANALYSIS);
  const world = await worldForTest({ model: readConfig({ ...model.env, OPENAI_VISION: vision }).model });
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': '<h1>Hi</h1>' }, { password: null });
  await world.as(ada)(updateAssistantSettings, { id: snapshot.id, access: 'everyone' });
  const body = forgeWebp({ bytes: 4000 });
  const put = (version: number) =>
    world.as(ada)(putPicture, { id: snapshot.id, version }, { type: 'image/webp', body });
  await put(1);
  return { world, model, ada, id: snapshot.id, body, put };
}

test('with OPENAI_VISION an analysis of the first page has its picture, and nothing else has one', async () => {
  const { world, ada, id, model, body } = await pictured('true');
  const call = world.as(ada);
  await call(startAssistantChat, { id, page: START_PAGE });
  const [request] = model.requests;
  expect(request?.messages.at(-1)?.content).toEqual([
    { type: 'text', text: expect.stringContaining('"outline"') as string },
    { type: 'text', text: expect.stringContaining('1280 × 800 px') as string },
    { type: 'image_url', image_url: { url: `data:image/webp;base64,${body.toString('base64')}` } },
  ]);
  await call(sendAssistantMessage, { id, message: 'What first?', page: START_PAGE });
  await call(startAssistantChat, { id, page: PAGE, forceReanalysis: true });
  await call(startAssistantChat, { id, forceReanalysis: true });
  expect(model.requests.map((one) => picturesIn(one).length)).toEqual([1, 0, 0, 1]);
});

test('the picture of a version that a person may not see does not reach their conversation', async () => {
  const { world, ada, id, model, put } = await pictured('true');
  const draft = { snapshotId: id, publish: 'no' } as const;
  await world.as(ada)(uploadSnapshot, draft, asForm({ 'index.html': '<h1>Secret</h1>' }));
  await put(2);
  const page = { ...START_PAGE, version: 2 };
  await world.as(null)(startAssistantChat, { id, anonymousUserId: visitorId(), page });
  await world.as(ada)(startAssistantChat, { id, page });
  expect(model.requests.map((one) => picturesIn(one).length)).toEqual([0, 1]);
});

test('without OPENAI_VISION no picture leaves the server', async () => {
  const { world, ada, id, model } = await pictured(undefined);
  await world.as(ada)(startAssistantChat, { id, page: START_PAGE });
  expect(model.requests.map(picturesIn)).toEqual([[]]);
});

test('a server that cannot read the picture is asked again without it', async () => {
  const { world, ada, id, model } = await pictured('true');
  model.refuse = (request) =>
    picturesIn(request).length > 0 ? { status: 500, message: 'Failed to load image or audio file' } : null;
  const { data } = await world.as(ada)(startAssistantChat, { id, page: START_PAGE });
  expect(data.messages[0]?.items).toHaveLength(2);
  expect(model.requests.map((one) => picturesIn(one).length)).toEqual([1, 0]);
});

test('without a page, as in the specification, the server reads the files', async () => {
  const { world, ada, id, model } = await setting();
  const { data } = await world.as(ada)(startAssistantChat, { id, anonymousUserId: null });
  expect(data.messages[0]?.content).toMatch(/^1 element read: 1 heading\.\n/);
  expect(JSON.stringify(model.requests[0])).toContain('Hi');
});

test.each([['a'.repeat(1001)], ['   '], ['']])('a message of %j is refused', async (message) => {
  const { world, ada, id, model } = await setting();
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await expect(world.as(ada)(sendAssistantMessage, { id, message })).rejects.toMatchObject({ status: 400 });
  expect(model.requests).toHaveLength(1);
});

test('a stream has the facts first, then text, items and the stored message', async () => {
  const given = await setting();
  const { ada, id } = given;
  const path = `/api/snapshots/${id}/ai-chat`;
  const { status, events } = await stream(given, `${path}/start`, ada, { page: PAGE });
  expect(status).toBe(200);
  expect(events.map(({ event }) => event)).toEqual(['delta', 'delta', 'item', 'item', 'done']);
  expect(events[0]?.data).toEqual({
    text: '1 fault, 1 hint on this page at 1440 px. Most harmful: Text is too pale.\n\n',
  });
  expect(events[1]?.data).toEqual({ text: 'The total is hard to read.' });
  expect(events.at(-1)?.data).toMatchObject({ messages: [{ role: 'assistant' }], usage: {} });

  given.model.answer(REPLY);
  const reply = await stream(given, `${path}/message`, ada, { message: 'And now?' });
  expect(reply.events.at(-1)?.data).toMatchObject({
    messages: [{ content: 'Darken the gray of “Text is too pale” first.' }],
  });
});

test('a model that fails is a 503 without a stream, and an event after the facts with one', async () => {
  const given = await setting();
  const { world, ada, id, model } = given;
  model.refuse = () => ({ status: 500, message: 'overloaded' });
  await expect(world.as(ada)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject({
    status: 503,
    message: UNAVAILABLE,
  });
  const { status, events } = await stream(given, `/api/snapshots/${id}/ai-chat/start`, ada, { page: PAGE });
  expect(status).toBe(200);
  expect(events.map(({ event }) => event)).toEqual(['delta', 'error']);
  expect(events[1]?.data).toEqual({ code: 'unavailable', message: UNAVAILABLE });
  expect((await world.as(ada)(readAssistantChat, { id })).data.exists).toBe(false);
});

test('after five failures in a row the model is not asked again', async () => {
  const { world, ada, id, model } = await setting();
  model.refuse = () => ({ status: 500, message: 'overloaded' });
  for (let attempt = 0; attempt < 6; attempt += 1)
    await expect(world.as(ada)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject({
      status: 503,
    });
  expect(model.requests).toHaveLength(5);
});

test('conversations are private: another visitor and another account see none of it', async () => {
  const { world, ada, id } = await setting();
  const [eve, bob] = [visitorId(), visitorId()];
  await world.as(null)(startAssistantChat, { id, anonymousUserId: eve, page: PAGE });
  await expect(
    world.as(null)(sendAssistantMessage, { id, anonymousUserId: bob, message: 'Show me' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  // Not even with the secret: an account has its own conversation.
  await expect(
    world.as(ada)(sendAssistantMessage, { id, anonymousUserId: eve, message: 'Show me' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect((await world.as(null)(readAssistantChat, { id })).data.exists).toBe(false);
  await world.as(null)(sendAssistantMessage, { id, anonymousUserId: eve, message: 'Mine' });
});

test('a person has five analyses an hour and twenty messages, and a snapshot sixty requests', async () => {
  const { world, ada, id } = await setting();
  const start = () => world.as(ada)(startAssistantChat, { id, forceReanalysis: true, page: PAGE });
  for (let count = 0; count < 5; count += 1) await start();
  await expect(start()).rejects.toMatchObject({ status: 429, message: LIMITED });
  for (let count = 0; count < 20; count += 1)
    await world.app.rateLimits.consume('assistantMessage', `${id}:user:${ada.id}`);
  await expect(world.as(ada)(sendAssistantMessage, { id, message: 'More' })).rejects.toMatchObject({
    status: 429,
    message: LIMITED,
  });
  for (let count = 0; count < 55; count += 1) await world.app.rateLimits.consume('assistantSnapshot', id);
  await expect(
    world.as(null)(startAssistantChat, { id, anonymousUserId: visitorId(), page: PAGE }),
  ).rejects.toMatchObject({ status: 429, message: LIMITED });
});

test('the tokens of an owner and of the installation are limited, before the model is asked', async () => {
  const given = await setting({ aiTokensPerOwnerPerMonth: 10 });
  const { world, ada, id, model } = given;
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await expect(
    world.as(ada)(startAssistantChat, { id, forceReanalysis: true, page: PAGE }),
  ).rejects.toMatchObject({ status: 429, message: LIMITED });
  world.app.config.aiTokensPerDay = 10;
  await expect(world.as(ada)(sendAssistantMessage, { id, message: 'More' })).rejects.toMatchObject({
    status: 503,
    message: UNAVAILABLE,
  });
  expect(model.requests).toHaveLength(1);
  const { settings } = await world.as(ada)(readAssistantSettings, { id });
  expect(settings.spend).toMatchObject({ calls: 1, tokensPerMonth: 10 });
  expect(settings.spend.tokens).toBeGreaterThan(10);
});

test('the owner chooses who may use it', async () => {
  const { world, ada, id, model } = await setting();
  const visitor = { id, anonymousUserId: visitorId(), page: PAGE };
  await world.as(ada)(updateAssistantSettings, { id, access: 'members' });
  await expect(world.as(null)(startAssistantChat, visitor)).rejects.toMatchObject({
    status: 403,
    message: 'The AI UX assistant is for the owner and reviewers of this snapshot.',
  });
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await world.as(ada)(updateAssistantSettings, { id, access: 'off' });
  await expect(world.as(ada)(sendAssistantMessage, { id, message: 'Hi' })).rejects.toMatchObject({
    status: 403,
    message: 'The owner has turned the AI UX assistant off for this snapshot.',
  });
  expect(model.requests).toHaveLength(1);
});

test('a Free owner’s snapshot has no conversation, and says why', async () => {
  const { world, ada, id } = await setting({ isSelfHosted: false, billing: UNREACHABLE_STRIPE });
  expect((await world.as(ada)(readAssistantChat, { id })).data.availability).toBe('plan');
  await expect(world.as(ada)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject({
    code: 'plan_limit',
    message: 'Conversations need the owner of this snapshot to have Pro. Checks of a page need none.',
  });
});

test('an expired snapshot is gone, and one behind a password is not answered', async () => {
  const { world, ada, id, model } = await setting();
  const { snapshot } = await stage(world, ada, { 'index.html': '<h1>Hi</h1>' }, { password: 'open sesame' });
  const eve = world.as(await world.build.user());
  const calls: ((to: string) => Promise<unknown>)[] = [
    (to) => eve(readAssistantChat, { id: to }),
    (to) => eve(startAssistantChat, { id: to, page: PAGE }),
    (to) => eve(sendAssistantMessage, { id: to, message: 'Hello?' }),
  ];
  await world.app
    .db('snapshots')
    .where({ id })
    .update({ expires_at: new Date(0) });
  for (const call of calls) {
    await expect(call(snapshot.id)).rejects.toMatchObject({ status: 401 });
    await expect(call(id)).rejects.toMatchObject({ status: 410 });
  }
  expect(model.requests).toHaveLength(0);
});

test('without a key nothing is asked, and the answer says so', async () => {
  const { world, ada, id } = await setting({ model: null });
  expect((await world.as(ada)(readAssistantChat, { id })).data.availability).toBe('no_model');
  await expect(world.as(ada)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject({
    status: 503,
    message: 'No AI model is set up on this server. Checks of a page need none.',
  });
});

test('a server that knows no schema is asked more simply, and that is remembered', async () => {
  const { world, ada, id, model } = await setting();
  model.refuse = ({ response_format: format, max_completion_tokens: limit }) => {
    if (limit !== undefined) return { status: 400, message: 'Unsupported parameter: max_completion_tokens' };
    return format ? { status: 400, message: `response_format ${format.type} is not supported` } : null;
  };
  model.answer(`Sure!\n\`\`\`json\n${JSON.stringify(ANALYSIS)}\n\`\`\``);
  const { data } = await world.as(ada)(startAssistantChat, { id, page: PAGE });
  expect(data.messages[0]?.items).toHaveLength(2);
  expect(model.requests).toHaveLength(4);
  await world.as(ada)(startAssistantChat, { id, forceReanalysis: true, page: PAGE });
  expect(model.requests).toHaveLength(5);
  expect(model.requests[4]).toMatchObject({ max_tokens: 9500 });
});

/** Sends a message and closes the connection after the first bytes of its stream. */
async function leave({ world, ada, id }: Setting): Promise<void> {
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${world.port}/api/snapshots/${id}/ai-chat/message`, {
    method: 'POST',
    headers: {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${ada.secret}`,
    },
    body: JSON.stringify({ message: 'Tell me' }),
    signal: abort.signal,
  });
  await response.body?.getReader().read();
  abort.abort();
}

test('thoughts are counted when the client leaves', async () => {
  const given = await setting();
  const { world, ada, id, model } = given;
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  const thoughts = Array.from({ length: 50 }, () => ({ reasoning_content: 'x' }));
  const text = pieces('{"reply":"One sentence. And', 100);
  model.respond = streaming([...thoughts, ...text], { finish: 'open' });
  await leave(given);
  await vi.waitFor(async () => {
    const row = await world.app.db('assistant_messages').orderBy('id', 'desc').first('content', 'tokens');
    expect(row).toMatchObject({ content: expect.stringContaining('*Stopped.*') as string });
    expect(row.tokens).toBeGreaterThanOrEqual(50);
  }, 10_000);
});

test('a client that leaves ends the request to the model, and what arrived is kept', async () => {
  const { world, ada, id, model } = await setting();
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  model.answer(
    { ...REPLY, reply: `One sentence. ${'Another one. '.repeat(2000)}` },
    { chunkSize: 5, latency: 5 },
  );
  await leave({ world, ada, id, model });
  await vi.waitFor(() => expect(model.aborted).toContain(model.requests.at(-1)), 10_000);
  await vi.waitFor(async () => {
    const { data } = await world.as(ada)(readAssistantChat, { id });
    expect(data.messages.at(-1)?.content).toMatch(/^One sentence\.[\s\S]*\*Stopped\.\*$/);
  }, 10_000);
});

test('conversations go with their snapshot, and ninety days after their last message', async () => {
  const { world, ada, id } = await setting();
  const { db } = world.app;
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await db('assistant_chats').update({ updated_at: new Date(Date.now() - 89 * 86_400_000) });
  expect(await prune(db)).toBe(0);
  await db('assistant_chats').update({ updated_at: new Date(Date.now() - 91 * 86_400_000) });
  expect(await prune(db)).toBe(1);
  await world.as(ada)(startAssistantChat, { id, page: PAGE });
  await world.as(ada)(deleteSnapshot, { id });
  expect(await db('assistant_messages')).toEqual([]);
  expect(await db('assistant_usage')).toHaveLength(1);
});

const KEY_REFUSED =
  'The AI service refused the key of this server. Its administrator has to set a valid OPENAI_API_KEY.';
const NOT_AVAILABLE =
  'The AI UX assistant is not available. The owner of this snapshot can read why when they ask it.';

test('the owner and superadmins read that the key was refused, others that the assistant is not available', async () => {
  const given = await setting();
  const { world, ada, id, model } = given;
  model.refuse = () => ({ status: 401, message: `Incorrect API key provided: ${model.apiKey}` });
  const root = await world.build.user();
  await world.app.db('users').where({ id: root.id }).update({ role: 'superadmin' });
  const visitor = { id, anonymousUserId: visitorId(), page: PAGE };
  const refused = (message: string) => ({ status: 503, code: 'model_misconfigured', message });
  for (const person of [ada, root])
    await expect(world.as(person)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject(
      refused(KEY_REFUSED),
    );
  await expect(world.as(null)(startAssistantChat, visitor)).rejects.toMatchObject(refused(NOT_AVAILABLE));
  const { events } = await stream(given, `/api/snapshots/${id}/ai-chat/start`, ada, { page: PAGE });
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'model_misconfigured', message: KEY_REFUSED },
  });
  expect(await world.app.db('assistant_usage')).toEqual([]);
  expect(await registry.metrics()).toMatch(/stagelink_model_answers_total\{outcome="misconfigured"\} [1-9]/);
});

test('a busy service says when to try again', async () => {
  const { world, ada, id, model } = await setting();
  model.refuse = () => ({ status: 429, message: 'Slow down', headers: { 'Retry-After': '20' } });
  await expect(world.as(ada)(startAssistantChat, { id, page: PAGE })).rejects.toMatchObject({
    status: 503,
    code: 'model_busy',
    message: 'The AI service is busy. Please try again in 20 seconds.',
    retryAfter: 20,
  });
});

test('a model that declines, and an answer that is cut, are answers', async () => {
  const { world, ada, id, model } = await setting();
  model.respond = streaming([{ refusal: 'I cannot help with that.' }]);
  const declined = await world.as(ada)(startAssistantChat, { id, page: PAGE });
  expect(declined.data.messages[0]?.content).toMatch(
    /Text is too pale\.\n\nThe model declined to answer\.\n\nI cannot help with that\.$/,
  );
  model.respond = streaming(pieces('{"summary":"","reply":"Darken E2 an'), { finish: 'length' });
  const { data } = await world.as(ada)(sendAssistantMessage, { id, message: 'What first?' });
  expect(data.response).toBe(
    'Darken “Pay now” an\n\n*The answer was cut off because it reached its maximum length.*',
  );
});

test('an empty answer and a web page say what they are', async () => {
  const { world, ada, id, model } = await setting();
  const start = () => world.as(ada)(startAssistantChat, { id, page: PAGE });
  model.respond = streaming([]);
  await expect(start()).rejects.toMatchObject({
    code: 'no_answer',
    message: 'Failed to get AI response. The model returned an empty answer; please try again.',
  });
  model.respond = webPage;
  await expect(start()).rejects.toMatchObject({
    code: 'model_misconfigured',
    message: expect.stringContaining('answers with a web page') as string,
  });
});

test('what arrived before the service broke off is kept, and is not asked for again', async () => {
  const given = await setting();
  const { world, ada, id, model } = given;
  model.respond = streaming(
    pieces('{"summary":"The total is **hard** to read. It is what people look for.'),
    {
      finish: 'broken',
      everyMs: 20,
    },
  );
  const { events } = await stream(given, `/api/snapshots/${id}/ai-chat/start`, ada, { page: PAGE });
  expect(events.map(({ event }) => event)).toEqual(['delta', 'delta', 'done']);
  expect(events[1]?.data).toEqual({ text: 'The total is hard to read.' });
  const { data } = await world.as(ada)(readAssistantChat, { id });
  expect(data.messages[0]?.content).toMatch(
    /The total is \*\*hard\*\* to read\.[^\n]*\n\n\*The AI service stopped in the middle of this answer\.\*$/,
  );
  expect(model.requests).toHaveLength(1);
});

test('an arriving answer has names instead of refs, and no marks', async () => {
  const given = await setting();
  const { ada, id, model } = given;
  model.answer({ ...ANALYSIS, summary: 'The **button E2 is small. It** hides [E3]. Enlarge it.', items: [] });
  const { events } = await stream(given, `/api/snapshots/${id}/ai-chat/start`, ada, { page: PAGE });
  const shown = events.filter(({ event }) => event === 'delta').map(({ data }) => data['text']);
  expect(shown.slice(1).join('')).toMatch(/^The button “Pay now” is small\. It hides “Card number”\./);
});

test('what a failed request has used is counted, and one that is silent counts as a request', async () => {
  const { world, ada, id, model } = await setting();
  const start = () => world.as(ada)(startAssistantChat, { id, page: PAGE });
  model.refuse = () => ({ status: 500, message: 'overloaded' });
  await expect(start()).rejects.toMatchObject({ status: 503 });
  expect(await world.app.rateLimits.used('assistantSnapshot', id)).toBe(0);
  model.refuse = () => null;
  model.respond = streaming([{ reasoning_content: 'Let me see.' }]);
  await expect(start()).rejects.toMatchObject({ code: 'no_answer' });
  expect(await world.app.rateLimits.used('assistantSnapshot', id)).toBe(1);
  const { settings } = await world.as(ada)(readAssistantSettings, { id });
  expect(settings.spend.calls).toBe(2);
  expect(settings.spend.tokens).toBeGreaterThan(500);
});

test('a new snapshot’s assistant is for its owner and reviewers', async () => {
  const { world, ada, model } = await setting();
  const { snapshot } = await stage(world, ada, { 'index.html': '<h1>Hi</h1>' }, { password: null });
  const { id } = snapshot;
  expect((await world.as(ada)(readAssistantSettings, { id })).settings.access).toBe('members');
  await expect(
    world.as(null)(startAssistantChat, { id, anonymousUserId: visitorId(), page: PAGE }),
  ).rejects.toMatchObject({ status: 403 });
  expect(model.requests).toHaveLength(0);
});

test('visitors leave fifty of a snapshot’s sixty requests, and have ten of an address', async () => {
  const { world, ada, id, model } = await setting();
  const start = (of: string) =>
    world.as(null)(startAssistantChat, { id: of, anonymousUserId: visitorId(), page: PAGE });
  for (let count = 0; count < 10; count += 1) await start(id);
  const refused = { status: 429, message: LIMITED };
  await expect(start(id)).rejects.toMatchObject(refused);
  await world.app.rateLimits.reset('assistantVisitorAddress', '127.0.0.1');
  await expect(start(id)).rejects.toMatchObject(refused);
  expect(await world.app.rateLimits.used('assistantSnapshot', id)).toBe(10);
  await world.as(ada)(startAssistantChat, { id, page: PAGE });

  const other = await stage(world, ada, { 'index.html': '<h1>Hi</h1>' }, { password: null });
  await world.as(ada)(updateAssistantSettings, { id: other.snapshot.id, access: 'everyone' });
  for (let count = 0; count < 9; count += 1)
    await world.app.rateLimits.consume('assistantVisitorAddress', '127.0.0.1');
  await expect(start(other.snapshot.id)).rejects.toMatchObject(refused);
  expect(model.requests).toHaveLength(11);
});

test('an unclaimed snapshot has no conversation, and says why', async () => {
  const { world, model } = await setting();
  const { url } = await world.as(null)(trySample, {});
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  expect((await world.as(null)(readAssistantChat, { id })).data.availability).toBe('unclaimed');
  await expect(
    world.as(null)(startAssistantChat, { id, anonymousUserId: visitorId(), page: PAGE }),
  ).rejects.toMatchObject({
    status: 403,
    message: 'The AI UX assistant is for snapshots that belong to an account. Checks of a page need none.',
  });
  expect(model.requests).toHaveLength(0);
});
