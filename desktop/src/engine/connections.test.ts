import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../protocol/accounts.ts';
import { Connections } from './connections.ts';

const ACCOUNT = { id: 'ada@here', uid: 'ada', token: 'stl_pat_test', proxy: null };

test('a connection that is lost as soon as the server responds is probed until it responds again', async () => {
  const { url: server } = await stagingServer();
  const seen: Connection['kind'][] = [];
  const isBack = Promise.withResolvers<void>();
  const connections = new Connections({
    emit: (signal, ...args) => {
      if (signal === 'connection.changed') seen.push((args[1] as Connection).kind);
    },
    runtime: { ...systemRuntime, sleep: (_milliseconds, signal) => systemRuntime.sleep(1, signal) },
    onReady(accountId) {
      const failures = seen.filter((kind) => kind === 'offline').length;
      if (failures < 2) connections.lost(accountId);
      else isBack.resolve();
    },
  });
  onTestFinished(() => connections.close());

  connections.set([{ ...ACCOUNT, server }]);
  await isBack.promise;

  expect(seen).toEqual(['online', 'offline', 'online', 'offline', 'online']);
});
