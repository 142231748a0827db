import { expect, test } from 'vitest';
import { worldForTest } from '../testing/world.ts';
import { findByUser, issue, peek, redeem } from './tickets.ts';

test('a ticket of the previous release still works', async () => {
  const { app, build } = await worldForTest();
  const { id: userId } = await build.user();
  const ticket = await issue(app.db, 'reset_password', { userId, fingerprint: 'f' }, 60);
  await app
    .db('tickets')
    .where({ purpose: 'reset_password' })
    .update({ grants: JSON.stringify({ userId, print: 'f' }) });

  expect(await peek(app.db, 'reset_password', ticket)).toMatchObject({ userId, fingerprint: 'f' });
  expect(await findByUser(app.db, 'reset_password', userId)).toMatchObject([{ fingerprint: 'f' }]);
  expect(await redeem(app.db, 'reset_password', ticket)).toMatchObject({ userId, fingerprint: 'f' });
  expect(await redeem(app.db, 'reset_password', ticket)).toBeNull();
});
