import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { comment } from '@stagelink/shared/testing/comment';
import { expect, test } from 'vitest';
import { listed } from './formatThread.ts';

test('a listed thread says how far the work of agents is, as plain text', () => {
  const work = {
    state: 'inProgress' as const,
    sentBy: 'Ada',
    sentAt: 1,
    changedAt: 1,
    agentName: 'Claude\u001b[31m Code',
    isTaken: true,
    plan: null,
    version: null,
  };
  const snapshot = {
    id: 'k3q9x7m2a1b4',
    name: 'Shop',
    url: 'https://stagelink.test/s/k3q9x7m2a1b4',
    version: 1,
  };
  const thread = {
    comment: comment({ work }),
    replies: [],
    snapshot,
    pin: null,
    inspection: null,
    url: snapshot.url,
  };
  const [heading] = listed([toThreadPayload(thread, UNLIMITED)], Date.now(), false);
  expect(heading).toContain('In progress · Claude');
  expect(heading).not.toContain('\u001b');
});
