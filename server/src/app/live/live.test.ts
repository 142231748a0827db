import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { logout } from '@stagelink/shared/contracts/accounts';
import { createSocketTicket } from '@stagelink/shared/contracts/live';
import { createToken } from '@stagelink/shared/contracts/tokens';
import knex from 'knex';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { bearer, listen as openSocket } from '../../testing/live.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, listsChangedEvent, publish, publishAll } from '../../platform/live/publish.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const listen = (query: string, headers?: Record<string, string>) => openSocket(world, query, headers);

async function refusal(
  query: string,
  headers: Record<string, string> = {},
  { port }: World = world,
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/events${query}`, { headers });
  return new Promise((done, fail) => {
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, answer) => done(answer.statusCode ?? 0));
    socket.on('open', () => fail(new Error('the socket was let in')));
  });
}

/** Ends every connection to the world's database and rejects new ones until the returned function is called. */
async function takeDatabaseAway({ app }: World): Promise<() => Promise<void>> {
  const name = new URL(app.config.databaseUrl ?? '').pathname.slice(1);
  const run = async (sql: string, values: string[] = []) => {
    const admin = knex({ client: 'pg', connection: inject('postgres').adminUrl, pool: { min: 0, max: 1 } });
    await admin.raw(sql, values);
    await admin.destroy();
  };
  await run(`alter database ${name} allow_connections false`);
  await run('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ?', [name]);
  return () => run(`alter database ${name} allow_connections true`);
}

const happen = (person: Person, snapshotId: string) =>
  world.app.db.transaction((tx) =>
    publish(tx, [userChannel(person.id)], { type: 'snapshot_created', snapshotId }),
  );

const someSnapshot = () => randomUUID().replaceAll('-', '').slice(0, 20);

describe('the live channel', () => {
  test('starts with the lists, then sends events numbered without gaps', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    expect(await client.next()).toEqual({ type: 'connected', seq: 0 });
    expect(await client.next()).toEqual({
      type: 'initial_data',
      seq: 0,
      snapshots: [],
      projects: [],
      unreadNotifications: 0,
    });

    const ids = [someSnapshot(), someSnapshot(), someSnapshot()];
    for (const id of ids) await happen(ada, id);
    const events = [await client.next(), await client.next(), await client.next()];
    expect(events).toEqual(
      ids.map((snapshotId, i) => ({ type: 'snapshot_created', seq: i + 1, snapshotId })),
    );
  });

  test('numbers simultaneous changes in the order of their delivery', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await client.next();
    await Promise.all(Array.from({ length: 20 }, () => happen(ada, someSnapshot())));
    const numbers: unknown[] = [];
    for (let i = 0; i < 20; i++) numbers.push(((await client.next()) as { seq: number }).seq);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_none, i) => i + 1));
  });

  test('sends and counts nothing for a rolled back change', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await client.next();
    const undone = world.app.db.transaction(async (tx) => {
      await publish(tx, [userChannel(ada.id)], { type: 'snapshot_created', snapshotId: someSnapshot() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await happen(ada, someSnapshot());
    expect(await client.next()).toMatchObject({ seq: 1 });
  });

  test('reads nothing for changes without a type of their own, however many', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await client.next();
    const queries: string[] = [];
    const count = ({ sql }: { sql: string }) => queries.push(sql);
    world.app.db.on('query', count);
    onTestFinished(() => void world.app.db.removeListener('query', count));
    const changes = Array.from({ length: 100 }, () => listsChangedEvent(userChannel(ada.id)));
    await world.app.db.transaction((tx) => publishAll(tx, changes));
    for (let seq = 1; seq <= 100; seq += 1)
      expect(await client.next()).toEqual({ type: 'lists_changed', seq });
    expect(queries.filter((sql) => /from "?(snapshots|projects|notifications)/.test(sql))).toEqual([]);
  });

  test('of one user says nothing about another', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const client = listen('', bearer(bob));
    await client.next();
    await client.next();
    await happen(ada, someSnapshot());
    const own = someSnapshot();
    await happen(bob, own);
    expect(await client.next()).toMatchObject({ snapshotId: own, seq: 1 });
  });
});

describe('opening the live channel', () => {
  test('works once with a ticket', async () => {
    const ada = await world.build.user();
    const { ticket } = await world.as(ada)(createSocketTicket, {});
    expect(await listen(`?token=${ticket}`).next()).toMatchObject({ type: 'connected' });
    expect(await refusal(`?token=${ticket}`)).toBe(401);
  });

  test('is rejected with an expired ticket', async () => {
    const ada = await world.build.user();
    const { ticket } = await world.as(ada)(createSocketTicket, {});
    await world.app.db('tickets').update({ expires_at: new Date(Date.now() - 1) });
    expect(await refusal(`?token=${ticket}`)).toBe(401);
  });

  test('is rejected with a ticket of a session that has ended', async () => {
    const ada = await world.build.user();
    const { ticket } = await world.as(ada)(createSocketTicket, {});
    await world.as(ada)(logout, {});
    expect(await refusal(`?token=${ticket}`)).toBe(401);
  });

  test('is rejected with a ticket of an account that has been deactivated', async () => {
    const ada = await world.build.user();
    const { ticket } = await world.as(ada)(createSocketTicket, {});
    await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    expect(await refusal(`?token=${ticket}`)).toBe(401);
  });

  test('is rejected for a page of another origin, whatever its cookies', async () => {
    const { secret } = await world.build.user();
    const headers = { Cookie: `__Host-session=${secret}`, Origin: 'http://abc.localhost:4600' };
    expect(await refusal('', headers)).toBe(403);
  });

  test.each([
    ['a stranger', '', 401],
    ['a session secret in the address', `?token=${'x'.repeat(43)}`, 401],
    ['a snapshot that does not exist', '?snapshotId=abcdefghij0123', 404],
    ['an odd snapshot id', '?snapshotId=../x', 400],
  ])('is rejected for %s', async (_case, query, status) => {
    expect(await refusal(query)).toBe(status);
  });
});

test('an access token without read scope cannot subscribe to a snapshot', async () => {
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'secret' }, { password: 'p' });
  const { token } = await world.as(ada)(createToken, { description: 'writer', scopes: ['snapshots:write'] });
  const headers = { Authorization: `Bearer ${token}` };
  expect(await refusal(`?snapshotId=${snapshot.id}`, headers)).toBe(403);
});

describe('a request to upgrade the protocol', () => {
  const key = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', ...key };

  test.each(['//', 'http://[', '/\\\\[', '*'])('at the odd path %s is rejected', async (path) => {
    expect((await world.fetch({ path, headers: upgrade })).status).toBe(404);
  });

  test('to anything but a WebSocket gets an ordinary response', async () => {
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' };
    expect((await world.fetch({ path: '/healthz', headers })).status).toBe(200);
  });
});

test('channels recover after the database was away', { timeout: 30_000 }, async () => {
  const own = await worldForTest({ logLevel: 'silent' });
  const ada = await own.build.user();
  const { snapshot } = await stage(own, ada, { 'index.html': 'hello' });
  const queries = ['', `?snapshotId=${snapshot.id}`];
  const channels = queries.map((query) => openSocket(own, query, bearer(ada)));
  await Promise.all(channels.map((channel) => channel.next()));

  const back = await takeDatabaseAway(own);
  own.app.hub.ping();
  for (const code of await Promise.all(channels.map(({ closed }) => closed)))
    expect([1012, 1013]).toContain(code);
  expect(await refusal(queries[1] ?? '', bearer(ada), own)).toBeGreaterThanOrEqual(500);

  await back();
  for (const query of queries)
    expect(await openSocket(own, query, bearer(ada)).next()).toMatchObject({ type: 'connected' });
});

test('access is checked again in one round at a time', async () => {
  const ada = await world.build.user();
  const { hub } = world.app;
  const bothPinged = Promise.withResolvers<boolean>();
  onTestFinished(() => bothPinged.resolve(true));
  const hasAccess = vi.fn(() => bothPinged.promise);
  const subscribe = hub.subscribe.bind(hub);
  vi.spyOn(hub, 'subscribe').mockImplementationOnce((subscriber) => {
    subscribe({ ...subscriber, hasAccess });
  });
  const socket = new WebSocket(`ws://127.0.0.1:${world.port}/api/events`, { headers: bearer(ada) });
  await once(socket, 'message');
  for (let round = 0; round < 3; round++) {
    const pinged = once(socket, 'ping');
    hub.ping();
    await pinged;
    // The pong to this ping arrives after the pong to the server's ping.
    socket.ping();
    await once(socket, 'pong');
  }
  await vi.waitFor(() => expect(hasAccess).toHaveBeenCalledOnce());
  bothPinged.resolve(true);
  await vi.waitFor(() => expect(hasAccess).toHaveBeenCalledTimes(2));
  socket.close();
});

/** Opens channels that all wait for the world's only connection, and returns them with the queries since then. */
async function openTogether(world: World, people: Person[]) {
  const { db } = world.app;
  const held = await db.transaction();
  const queries: string[] = [];
  const pool = db.client.pool as { numPendingAcquires: () => number };
  const most = { waiting: 0 };
  const count = ({ sql }: { sql: string }) => {
    queries.push(sql);
    most.waiting = Math.max(most.waiting, pool.numPendingAcquires());
  };
  const all = Promise.withResolvers<void>();
  let upgrades = 0;
  world.http.on('upgrade', () => (upgrades += 1) === people.length && all.resolve());
  const channels = people.map((person) => openSocket(world, '', bearer(person)));
  await all.promise;
  db.on('query', count);
  await held.commit();
  const first = await Promise.all(channels.map((channel) => channel.next()));
  expect(new Set(first.map(({ type }) => type))).toEqual(new Set(['connected']));
  return { channels, queries, most };
}

describe('channels of many windows', () => {
  test('that open at once are all let in, read together, and leave connections to others', async () => {
    const narrow = await worldForTest({ databasePool: 1 });
    const people = await Promise.all(Array.from({ length: 30 }, () => narrow.build.user()));
    const { queries, most } = await openTogether(narrow, people);
    const listsOf = 3;
    expect(queries.length - listsOf * people.length).toBeLessThan(people.length);
    expect(most.waiting).toBeLessThan(people.length);
  });

  test('are checked together in each round', async () => {
    const narrow = await worldForTest({ databasePool: 1 });
    const [ada, bob] = [await narrow.build.user(), await narrow.build.user()];
    const { channels, queries } = await openTogether(narrow, [...Array.from({ length: 40 }, () => ada), bob]);
    await narrow.app.db('sessions').where({ user_id: bob.id }).delete();
    queries.length = 0;
    narrow.app.hub.ping();
    expect(await channels.at(-1)?.closed).toBe(4003);
    expect(queries.length).toBeLessThan(channels.length / 2);
  });
});

describe('an open channel closes', () => {
  test('when its session ends', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await world.as(ada)(logout, {});
    expect(await client.closed).toBe(4001);
  });

  test('when its session ended while it was opening, before any message', async () => {
    // A single connection runs queries one after another.
    const narrow = await worldForTest({ databasePool: 1 });
    const ada = await narrow.build.user();
    const { hub, db } = narrow.app;
    const ended = vi.fn();
    const subscribe = hub.subscribe.bind(hub);
    vi.spyOn(hub, 'subscribe').mockImplementationOnce((subscriber) => {
      void db('sessions').where({ user_id: ada.id }).delete().then(ended);
      subscribe(subscriber);
    });
    const client = openSocket(narrow, '', bearer(ada));
    expect(await Promise.race([client.next(), client.closed])).toBe(4003);
    expect(ended).toHaveBeenCalledWith(1);
  });

  test('when its account is deactivated, at the next check', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    world.app.hub.ping();
    expect(await client.closed).toBe(4003);
  });

  test('when its owner has signed out and has not passed the gate', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, { 'index.html': 'secret' }, { password: 'p' });
    const client = listen(`?snapshotId=${snapshot.id}`, { Cookie: `__Host-session=${ada.secret}` });
    await client.next();
    await world.app
      .db('sessions')
      .where({ user_id: ada.id })
      .update({ expires_at: new Date(0) });
    world.app.hub.ping();
    expect(await client.closed).toBe(4003);
  });

  test('when its client no longer answers, and only then', async () => {
    const ada = await world.build.user();
    const query = (autoPong: boolean) => {
      const url = `ws://127.0.0.1:${world.port}/api/events`;
      return new WebSocket(url, { headers: bearer(ada), autoPong });
    };
    const [alive, silent] = [query(true), query(false)];
    await Promise.all([once(alive, 'message'), once(silent, 'message')]);
    const gone = once(silent, 'close');

    const bothPinged = Promise.all([once(alive, 'ping'), once(silent, 'ping')]);
    world.app.hub.ping();
    await bothPinged;
    // Its pong to ours arrives after its pong to the server's ping.
    alive.ping();
    await once(alive, 'pong');
    world.app.hub.ping();
    expect((await gone)[0]).toBe(1006);
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.close();
  });

  test('only if it belongs to the snapshot whose access changed', async () => {
    const ada = await world.build.user();
    const client = listen('', bearer(ada));
    await client.next();
    await client.next();
    await world.app.db.transaction((tx) =>
      broadcast(tx, { type: 'access_changed', snapshotId: someSnapshot() }),
    );
    const id = someSnapshot();
    await happen(ada, id);
    expect(await client.next()).toMatchObject({ snapshotId: id });
    expect(snapshotChannel(id)).not.toBe(userChannel(ada.id));
  });
});
