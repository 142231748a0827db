import * as api from '@stagelink/shared/contracts/accounts';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobHandlers } from '../../../app/jobHandlers.ts';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { openSocket } from '../../../testing/socket.ts';
import { createWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Signs the person in to another browser. */
async function elsewhere(person: Person): Promise<Person> {
  const { sessionToken } = await world.as(null)(api.login, { email: person.email, password: PASSWORD });
  return { ...person, secret: sessionToken };
}

const sessionsOf = async (person: Person) => (await world.as(person)(api.listSessions, {})).sessions;
const currentOf = async (person: Person) =>
  (await sessionsOf(person)).find(({ current }) => current)?.id ?? '';
const isOut = (person: Person) =>
  expect(world.as(person)(api.me, {})).rejects.toMatchObject({ code: 'unauthenticated' });

const age = (id: string, column: string, ago: string) =>
  world.app
    .db('sessions')
    .where({ id })
    .update({ [column]: world.app.db.raw(`now() - interval '${ago}'`) });

describe('the list of sessions', () => {
  test('shows the devices, last used first, and the current one', async () => {
    const ada = await world.build.user();
    const body = JSON.stringify({ email: ada.email, password: PASSWORD });
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Firefox on Linux' };
    await world.fetch({ method: 'POST', path: '/auth/login', headers, body });
    await age(await currentOf(ada), 'last_used_at', '30 seconds');

    const sessions = await sessionsOf(ada);
    expect(sessions).toMatchObject([
      {
        userAgent: 'Firefox on Linux',
        address: expect.stringContaining('127.0.0.1') as string,
        current: false,
      },
      { userAgent: 'test', current: true },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(ada.secret);
  });

  test('leaves out expired sessions and those of others', async () => {
    const ada = await world.build.user();
    await world.build.user();
    const old = await elsewhere(ada);
    await age(await currentOf(old), 'expires_at', '1 second');
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test('updates the last use at most once a minute', async () => {
    const ada = await world.build.user();
    const id = await currentOf(ada);
    const lastUsed = async () => (await sessionsOf(ada))[0]?.lastUsedAt;
    const before = await lastUsed();
    expect(await lastUsed()).toBe(before);
    await age(id, 'last_used_at', '61 seconds');
    await world.as(ada)(api.me, {});
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? ''));
  });
});

test('requests with a session or a token note at most once an hour that the account is in use', async () => {
  const ada = await world.build.user();
  const users = () => world.app.db('users').where({ id: ada.id });
  const lastSeen = async () => (await users().first<{ at: Date }>({ at: 'last_seen_at' })).at.getTime();
  const seen = async (ago: string) => {
    await users().update({ last_seen_at: world.app.db.raw(`now() - interval '${ago}'`) });
    return lastSeen();
  };
  for (const person of [ada, await world.build.token(ada)]) {
    const within = await seen('59 minutes');
    await world.as(person)(listSnapshots, {});
    expect(await lastSeen()).toBe(within);
    const before = await seen('61 minutes');
    await world.as(person)(listSnapshots, {});
    expect(await lastSeen()).toBeGreaterThan(before);
  }
});

describe('ending a session', () => {
  test('signs it out, closes its sockets and keeps the others', async () => {
    const ada = await world.build.user();
    const laptop = await elsewhere(ada);
    const socket = await openSocket(world, laptop);
    await world.as(ada)(api.revokeSession, { id: await currentOf(laptop) });
    expect(await socket.closed).toBe(CLOSE.signedOut);
    await isOut(laptop);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test('of another user gets not found', async () => {
    const [ada, mallory] = [await world.build.user(), await world.build.user()];
    const id = await currentOf(ada);
    const attempt = world.as(mallory)(api.revokeSession, { id });
    await expect(attempt).rejects.toMatchObject({ status: 404, message: 'That session could not be found.' });
    expect(await currentOf(ada)).toBe(id);
  });

  test('that is the current one clears its cookie', async () => {
    const ada = await world.build.user();
    const headers = { Authorization: `Bearer ${ada.secret}` };
    const path = `/auth/sessions/${await currentOf(ada)}`;
    const answer = await world.fetch({ method: 'DELETE', path, headers });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-session=; .*Max-Age=0$/);
    await isOut(ada);
  });

  test('all others: returns how many there were', async () => {
    const ada = await world.build.user();
    const others = [await elsewhere(ada), await elsewhere(ada)];
    const sockets = await Promise.all(others.map((other) => openSocket(world, other)));
    expect(await world.as(ada)(api.revokeOtherSessions, {})).toEqual({ ok: true, ended: 2 });
    for (const { closed } of sockets) expect(await closed).toBe(CLOSE.signedOut);
    for (const other of others) await isOut(other);
    expect(await sessionsOf(ada)).toHaveLength(1);
    expect((await world.as(ada)(api.revokeOtherSessions, {})).ended).toBe(0);
  });
});

test('expired sessions and tickets are deleted', async () => {
  const ada = await world.build.user();
  const old = await elsewhere(ada);
  await age(await currentOf(old), 'expires_at', '1 second');
  await world.app.db('tickets').insert([
    {
      token_hash: Buffer.from('old'),
      purpose: 'preview',
      grants: '{}',
      expires_at: new Date(Date.now() - 1000),
    },
    {
      token_hash: Buffer.from('new'),
      purpose: 'preview',
      grants: '{}',
      expires_at: new Date(Date.now() + 60_000),
    },
  ]);
  await jobHandlers(world.app).forget_old({}, new AbortController().signal);
  expect(await world.app.db('sessions').where({ user_id: ada.id }).pluck('id')).toEqual([
    await currentOf(ada),
  ]);
  expect(await world.app.db('tickets').pluck('token_hash')).toEqual([Buffer.from('new')]);
});
