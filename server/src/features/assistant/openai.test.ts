import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { type ModelStandIn, openModel } from '../../testing/openai/standIn.ts';
import { pieces, silence, streaming, webPage } from '../../testing/openai/streams.ts';
import { type Ending, type Model, ModelError } from './model.ts';
import { createModel } from './openai.ts';

const REPLY = '{"summary":"","reply":"Yes.","items":[]}';
const QUICK = { silenceMs: 1000, totalMs: 60_000 };

async function setting(limits = QUICK): Promise<{ standIn: ModelStandIn; model: Model }> {
  const standIn = await openModel();
  onTestFinished(() => standIn.close());
  const { model: config } = readConfig(standIn.env);
  if (!config) throw new Error('The stand-in has no configuration');
  return { standIn, model: createModel(config, limits) };
}

interface Result extends Ending {
  text: string;
}

async function ask(model: Model, signal = new AbortController().signal): Promise<Result> {
  const answer = model.answer([{ role: 'user', content: 'Question of 24 letters..' }], signal);
  let text = '';
  let next = await answer.next();
  for (; next.done !== true; next = await answer.next()) text += next.value;
  return { text, ...next.value };
}

async function failureOf(model: Model): Promise<ModelError> {
  const failure: unknown = await ask(model).catch((cause: unknown) => cause);
  if (!(failure instanceof ModelError)) throw new Error('There was no failure of a model');
  return failure;
}

test('thoughts are a sign of life, and no part of the answer', async () => {
  const { standIn, model } = await setting();
  const thoughts = Array.from({ length: 12 }, () => ({ reasoning_content: 'Let me see. ' }));
  standIn.respond = streaming([...thoughts, ...pieces(REPLY)], { everyMs: 150 });
  const { text, end, usage } = await ask(model);
  expect({ text, end }).toEqual({ text: REPLY, end: 'complete' });
  expect(usage).toEqual({ tokensIn: 6, tokensOut: 46 });
});

test('thoughts between tags are no part of the answer', async () => {
  const { standIn, model } = await setting();
  standIn.respond = streaming(pieces(`<think>{"reply":"secret"}</think>${REPLY}`, 5));
  expect(await ask(model)).toMatchObject({ text: REPLY, end: 'complete' });
});

test('an answer that only thinks is empty', async () => {
  const { standIn, model } = await setting();
  standIn.respond = streaming(pieces('<think>for ever'), {
    finish: 'length',
    usage: { prompt_tokens: 30, completion_tokens: 9500 },
  });
  const { kind, used } = await failureOf(model);
  expect({ kind, used }).toEqual({ kind: 'empty', used: { tokensIn: 30, tokensOut: 9500 } });
});

test('the answer keeps its room beside the thoughts, where the server allows that', async () => {
  const { standIn, model } = await setting();
  standIn.answer(REPLY);
  standIn.refuse = ({ max_completion_tokens: limit = 0 }) =>
    limit > 4096
      ? { status: 400, message: 'max_tokens is too large: the model supports at most 4096' }
      : null;
  await ask(model);
  expect(standIn.requests.map(({ max_completion_tokens: limit }) => limit)).toEqual([9500, 1500]);
});

test('a slow answer is read to its end, and silence ends in what has arrived', async () => {
  const { standIn, model } = await setting();
  standIn.respond = streaming(pieces(REPLY, 4), { everyMs: 200 });
  expect(await ask(model)).toMatchObject({ text: REPLY, end: 'complete' });

  standIn.respond = async (response) => {
    silence(response);
    response.write(`data: {"choices":[{"index":0,"delta":{"content":"{\\"reply\\":\\"Half"}}]}\n\n`);
  };
  expect(await ask(model)).toEqual({
    text: '{"reply":"Half',
    end: 'broken',
    usage: { tokensIn: 6, tokensOut: 4 },
  });
});

test('comments keep a stream alive', async () => {
  const { standIn, model } = await setting();
  standIn.respond = async (response) => {
    silence(response);
    for (let count = 0; count < 6; count += 1) {
      response.write(': PROCESSING\n\n');
      await new Promise((done) => setTimeout(done, 300));
    }
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: REPLY }, finish_reason: 'stop' }] })}\n\n`,
    );
  };
  expect(await ask(model)).toMatchObject({ text: REPLY });
});

test('a server that sends nothing is silent, and its prompt is counted', async () => {
  const { standIn, model } = await setting();
  standIn.respond = silence;
  const { kind, used } = await failureOf(model);
  expect({ kind, used }).toEqual({ kind: 'silent', used: { tokensIn: 6, tokensOut: 0 } });
});

test('there is a limit to all of an answer, too', async () => {
  const { standIn, model } = await setting({ silenceMs: 1000, totalMs: 1500 });
  standIn.respond = streaming(pieces('x'.repeat(100), 1), { everyMs: 100 });
  expect(await ask(model)).toMatchObject({ end: 'broken' });
});

test('a stream that breaks off leaves what has arrived', async () => {
  const { standIn, model } = await setting();
  standIn.respond = streaming(pieces('{"reply":"Half'), { finish: 'broken', everyMs: 5 });
  expect(await ask(model)).toMatchObject({
    text: expect.stringMatching(/^\{"reply"/) as string,
    end: 'broken',
  });
});

test('an answer at its maximum length is cut, one that declines says so', async () => {
  const { standIn, model } = await setting();
  standIn.respond = streaming(pieces('{"reply":"Half'), { finish: 'length' });
  expect(await ask(model)).toMatchObject({ end: 'cut' });
  standIn.respond = streaming([{ refusal: 'I cannot ' }, { refusal: 'help.' }]);
  expect(await ask(model)).toMatchObject({ text: 'I cannot help.', end: 'declined' });
  standIn.answer('x'.repeat(100_000), { chunkSize: 4096 });
  expect(await ask(model)).toMatchObject({ end: 'cut' });
});

test.each([
  [
    'a wrong key',
    { status: 401, message: 'Incorrect API key provided: sk-stand-in' },
    'misconfigured',
    /key/,
  ],
  ['no quota', { status: 429, message: 'No', code: 'insufficient_quota' }, 'misconfigured', /quota/],
  ['no such model', { status: 404, message: 'The model does not exist' }, 'misconfigured', /OPENAI_MODEL/],
  [
    'too many requests',
    { status: 429, message: 'Slow down', headers: { 'Retry-After': '20' } },
    'busy',
    /busy/,
  ],
  [
    'a page that is too long',
    { status: 400, message: 'sk-stand-in: context length exceeded' },
    'rejected',
    /context/,
  ],
  ['a failing server', { status: 500, message: 'overloaded' }, 'unreachable', /failed: 500 overloaded/],
])('%s has a cause of its own, without the key', async (_what, refusal, kind, message) => {
  const { standIn, model } = await setting();
  standIn.refuse = () => refusal;
  const failure = await failureOf(model);
  expect(failure).toMatchObject({ kind, message: expect.stringMatching(message) as string });
  expect(JSON.stringify([failure, failure.message])).not.toContain('sk-stand-in');
  expect(failure.retryAfter).toBe(kind === 'busy' ? 20 : undefined);
  expect(failure.used.tokensIn).toBe(kind === 'unreachable' ? 6 : 0);
});

test('a web page is not an answer, and a closed port has not worked on the request', async () => {
  const { standIn, model } = await setting();
  standIn.respond = webPage;
  expect(await failureOf(model)).toMatchObject({ kind: 'misconfigured' });
  const closed = await openModel();
  await closed.close();
  const { model: config } = readConfig(closed.env);
  expect(config && (await failureOf(createModel(config)))).toMatchObject({
    kind: 'unreachable',
    used: { tokensIn: 0, tokensOut: 0 },
  });
});

test('a chunk that is not as it should be is passed over', async () => {
  const { standIn, model } = await setting();
  standIn.respond = async (response) => {
    silence(response);
    response.write('data: {"type":"ping"}\n\ndata: not JSON\n\n');
    await streaming(pieces(REPLY))(response);
  };
  expect(await ask(model)).toMatchObject({ text: REPLY, end: 'complete' });
});

test('an error in a stream is a failure with its words', async () => {
  const { standIn, model } = await setting();
  standIn.respond = (response) => {
    silence(response);
    response.end('data: {"error":{"message":"out of memory"}}\n\n');
  };
  expect(await failureOf(model)).toMatchObject({
    kind: 'unreachable',
    message: 'The AI service failed: out of memory',
  });
});

test('a caller who leaves ends the request', async () => {
  const { standIn, model } = await setting();
  standIn.respond = silence;
  const abort = new AbortController();
  const request = ask(model, abort.signal);
  await vi.waitFor(() => expect(standIn.requests).toHaveLength(1));
  abort.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});
