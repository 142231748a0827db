import * as accounts from '@stagelink/shared/contracts/accounts';
import { createSocketTicket } from '@stagelink/shared/contracts/live';
import * as api from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../testing/world.ts';
import { isAccessToken, newAccessToken } from './secret.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe('an access token', () => {
  test('is shown once, listed without its value, and works until it is deleted', async () => {
    const ada = await world.build.user();
    const { token, pat } = await world.as(ada)(api.createToken, { description: 'Laptop' });
    expect(isAccessToken(token)).toBe(true);
    expect(pat).toMatchObject({ description: 'Laptop', lastUsed: null });

    const client = { ...ada, secret: token };
    expect((await world.as(client)(accounts.me, {})).user.uid).toBe(ada.id);
    const { pats } = await world.as(ada)(api.listTokens, {});
    expect(pats).toHaveLength(1);
    expect(JSON.stringify(pats)).not.toContain(token);
    expect(pats[0]?.lastUsed).not.toBeNull();

    await world.as(ada)(api.deleteToken, { id: pat.id });
    await expect(world.as(client)(accounts.me, {})).rejects.toMatchObject({ status: 401 });
  });

  test('lasts 90 days by default', async () => {
    const ada = await world.build.user();
    const { pat } = await world.as(ada)(api.createToken, { description: 'CI' });
    const days = (Date.parse(pat.expiresAt) - Date.parse(pat.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(90, 2);
  });

  test('is rejected once it has expired', async () => {
    const expired = await world.build.token(await world.build.user(), {
      expiresAt: new Date(Date.now() - 1000),
    });
    await expect(world.as(expired)(accounts.me, {})).rejects.toMatchObject({ status: 401 });
  });

  test('cannot create, list or delete tokens', async () => {
    const token = await world.build.token(await world.build.user());
    await expect(world.as(token)(api.createToken, { description: 'More' })).rejects.toMatchObject({
      status: 403,
    });
    await expect(world.as(token)(api.listTokens, {})).rejects.toMatchObject({ status: 403 });
    const someId = '01a1fc52-64f5-73b0-bc5f-d32a229ec864';
    await expect(world.as(token)(api.deleteToken, { id: someId })).rejects.toMatchObject({ status: 403 });
  });

  test('without the required scope gets its name in the error', async () => {
    const token = await world.build.token(await world.build.user(), { scopes: ['comments:read'] });
    const message = 'This access token does not have the “snapshots:read” scope.';
    await expect(world.as(token)(createSocketTicket, {})).rejects.toMatchObject({ status: 403, message });
  });

  test('of another user cannot be deleted', async () => {
    const [ada, mallory] = [await world.build.user(), await world.build.user()];
    const { pat } = await world.as(ada)(api.createToken, { description: 'Mine' });
    await expect(world.as(mallory)(api.deleteToken, { id: pat.id })).rejects.toMatchObject({ status: 404 });
    expect((await world.as(ada)(api.listTokens, {})).pats).toHaveLength(1);
  });

  test('can sign itself out', async () => {
    const token = await world.build.token(await world.build.user());
    await world.as(token)(accounts.logout, {});
    await expect(world.as(token)(accounts.me, {})).rejects.toMatchObject({ status: 401 });
  });
});

test('a mistyped token is detected without asking the database', () => {
  const token = newAccessToken();
  const last = token.at(-1) === '0' ? '1' : '0';
  expect(isAccessToken(token.slice(0, -1) + last)).toBe(false);
});
