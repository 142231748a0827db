import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { worldForTest } from '../testing/world.ts';
import { open } from './run.ts';
import { checkClock } from './peers.ts';

const DAY_MS = 86_400_000;

test('a clock that is off by a day stops the start with one sentence', async () => {
  const { app } = await worldForTest();
  await checkClock(app.db);
  await expect(checkClock(app.db, Date.now() + DAY_MS)).rejects.toThrow(
    'This computer’s clock is 24.0 hours ahead of the database’s: set it, for example with NTP.',
  );
  await expect(checkClock(app.db, Date.now() - DAY_MS)).rejects.toThrow('24.0 hours behind the database’s');
});

test('a second server with another master key does not start; one with the same does', async () => {
  const { app } = await worldForTest({ secret: 'a'.repeat(32) });
  const config = { ...app.config, port: 0 };
  const another = open({ ...config, secret: randomBytes(32).toString('hex') });
  await expect(another).rejects.toMatchObject({
    name: 'ConfigError',
    message:
      'Another server that uses this database has another master key: set STAGELINK_SECRET to the same text for all of them.',
  });
  const second = await open(config);
  await second.stop();
});
