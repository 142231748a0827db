import { expect, test } from 'vitest';
import type { Connection } from '../../protocol/accounts.ts';
import { createConnections } from './connections.ts';

test('an unreachable server is retried until it is back, and each change is reported once', async () => {
  const changes: Connection['kind'][] = [];
  const back = Promise.withResolvers<void>();
  let tries = 0;
  const connections = createConnections({
    onChange(_accountId, { kind }) {
      changes.push(kind);
      if (kind === 'online') back.resolve();
    },
    isThere: async () => (tries += 1) === 3,
    onBack: () => {},
    everyMs: 0,
  });
  expect(connections.of('a1')).toEqual({ kind: 'online' });
  connections.reached('a1', false);
  connections.reached('a1', false);
  // Keeps the process alive while the code under test only has unreferenced timers.
  const alive = setInterval(() => {}, 1000);
  await back.promise;
  clearInterval(alive);
  expect([tries, changes]).toEqual([3, ['offline', 'online']]);
});

test('while the engine cannot reach a server it is not online, though the window can', async () => {
  const changes: Connection['kind'][] = [];
  const back = Promise.withResolvers<void>();
  const connections = createConnections({
    onChange: (_accountId, { kind }) => void changes.push(kind),
    isThere: async () => true,
    onBack: () => back.resolve(),
    everyMs: 0,
  });
  connections.set('a1', { kind: 'offline' });
  connections.reached('a1', true);
  expect(connections.of('a1')).toEqual({ kind: 'offline' });
  const alive = setInterval(() => {}, 1000);
  await back.promise;
  clearInterval(alive);
  expect(changes).toEqual(['offline']);
  connections.set('a1', { kind: 'online' });
  expect(changes).toEqual(['offline', 'online']);
});

test('an account that is gone is not looked for any more', async () => {
  const gone = Promise.withResolvers<void>();
  let isKnown = true;
  let backs = 0;
  const connections = createConnections({
    onChange: () => {},
    async isThere() {
      if (isKnown) return true;
      gone.resolve();
      return null;
    },
    onBack() {
      backs += 1;
      isKnown = false;
    },
    everyMs: 0,
  });
  connections.set('a1', { kind: 'offline' });
  const alive = setInterval(() => {}, 1000);
  await gone.promise;
  await new Promise((resolve) => setImmediate(resolve));
  clearInterval(alive);
  expect([backs, connections.of('a1').kind]).toEqual([1, 'online']);
});

test('being reached does not make two that do not fit fit', () => {
  const changes: Connection[] = [];
  const connections = createConnections({
    onChange: (_accountId, connection) => changes.push(connection),
    isThere: async () => true,
    onBack: () => {},
  });
  const incompatible: Connection = { kind: 'incompatible', message: 'Update this companion.' };
  connections.set('a1', incompatible);
  connections.reached('a1', true);
  expect(connections.of('a1')).toEqual(incompatible);
  expect(changes).toEqual([incompatible]);
  expect(connections.of(null)).toEqual({ kind: 'online' });
});
