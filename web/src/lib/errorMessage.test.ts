import { createClient } from '@stagelink/shared/client/call';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { expect, test } from 'vitest';
import { errorMessage } from './errorMessage.ts';

const FALLBACK = 'Failed to load the snapshot';

async function failure(status: number, text: string): Promise<unknown> {
  const call = createClient(() => Promise.resolve({ status, text }));
  return call(getSnapshot, { id: 'k3q9x7m2a1b4' }).catch((error: unknown) => error);
}

test('the server’s own sentence is shown', async () => {
  const error = await failure(409, JSON.stringify({ ok: false, code: 'conflict', message: 'It is taken.' }));
  expect(errorMessage(error, FALLBACK)).toBe('It is taken.');
});

test.each([
  ['a proxy’s page', 502, '<html>Bad gateway</html>'],
  ['an empty refusal', 404, ''],
  ['JSON of another program', 500, '{"error":"boom"}'],
  ['a reply that is not what was promised', 200, '<html>Sign in to the hotel</html>'],
])('%s is not: the fallback is', async (_name, status, text) => {
  const error = await failure(status, text);
  expect(error).toBeInstanceOf(Error);
  expect(errorMessage(error, FALLBACK)).toBe(FALLBACK);
});
