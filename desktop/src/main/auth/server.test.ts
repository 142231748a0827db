import { NetworkError } from '@stagelink/shared/client/call';
import { expect, test } from 'vitest';
import { sendTo } from './server.ts';

const SERVER = 'https://stage.example.com';
const REQUEST = { method: 'GET', path: '/x?format=zip' };

/** Takes a body as the disk does. */
function taker() {
  const chunks: Uint8Array[] = [];
  const save = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of body) chunks.push(chunk);
  };
  return { save, text: () => Buffer.concat(chunks).toString() };
}

test('a saved body goes to its file, without a limit of time', async () => {
  const sent: RequestInit[] = [];
  const send = sendTo(
    (_address, init) => {
      sent.push(init);
      return Promise.resolve(new Response('the zip'));
    },
    SERVER,
    'secret',
  );
  const { save, text } = taker();
  expect(await send({ ...REQUEST, save })).toEqual({ status: 200, text: '' });
  expect(text()).toBe('the zip');
  await send(REQUEST);
  expect(sent.map(({ signal }) => signal instanceof AbortSignal)).toEqual([false, true]);
});

test('a refusal is not saved', async () => {
  const send = sendTo(() => Promise.resolve(new Response('no', { status: 429 })), SERVER, 'secret');
  const { save, text } = taker();
  expect(await send({ ...REQUEST, save })).toEqual({ status: 429, text: 'no' });
  expect(text()).toBe('');
});

test('a body that breaks off is an error of the network', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
  const send = sendTo(() => Promise.resolve(new Response(broken)), SERVER, 'secret');
  await expect(send({ ...REQUEST, save: taker().save })).rejects.toBeInstanceOf(NetworkError);
});
