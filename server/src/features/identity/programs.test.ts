import { PROTOCOL_HEADERS } from '@stagelink/shared/client/compatibility';
import { ErrorReply } from '@stagelink/shared/contracts/errors';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const LIST = '/api/snapshots/list';

/** Sends what the programs of protocol 1 send: they name themselves, but no protocol. */
async function sendFormer(userAgent: string, path = LIST) {
  const { secret } = await world.build.user();
  const headers = { Accept: 'application/json', Authorization: `Bearer ${secret}`, 'User-Agent': userAgent };
  return world.fetch({ path, headers });
}

test.each([
  ['stagelink-cli/0.1.0', 'this command'],
  ['stagelink-extension/0.1.0', 'this extension'],
  ['stagelink-companion', 'this companion'],
])('%s of protocol 1, signed in, reads that it has to be updated', async (userAgent, name) => {
  const { status, body } = await sendFormer(userAgent);
  expect(status).toBe(403);
  expect(ErrorReply.parse(JSON.parse(body.toString()))).toMatchObject({
    code: 'forbidden',
    message: `The server no longer works with ${name}. Update ${name}.`,
  });
});

test('programs of this build and scripts of any age are answered', async () => {
  const { secret: token } = await world.build.user();
  const signal = new AbortController().signal;
  const send = nodeSend({
    server: `http://127.0.0.1:${world.port}`,
    token,
    signal,
    userAgent: 'stagelink-cli/0.1.0',
  });
  expect((await send({ method: 'GET', path: LIST })).status).toBe(200);
  expect((await sendFormer('curl/8.5.0')).status).toBe(200);
  expect(PROTOCOL_HEADERS).toEqual({ 'stagelink-protocol': '2' });
});
